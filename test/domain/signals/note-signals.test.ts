import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { TableChange } from '#functions/ports/table-change.ts';
import { cents } from '#shared/money.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { insert, StoreUnavailable, WriteConflict } from '#functions/ports/store.ts';
import { declinesOf, merchantDays } from '#functions/domain/signals/count-merchants.ts';
import { cyclingOf } from '#functions/domain/signals/find-cycling.ts';
import { noteSignals } from '#functions/domain/signals/note-signals.ts';
import { thresholds } from '#functions/domain/signals/thresholds.ts';
import { handler } from '#functions/workers/aggregates.ts';
import { closeTicket } from '#functions/domain/tickets/decide-ticket.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { changesIn } from '#test/support/table-changes.ts';
import { samples } from '#test/support/sample-entities.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

let world: ReferralWorld;

beforeEach(async () => {
  world = await referralWorld();
});

const tickets = (kind: string) => world.store.all('ticket').filter((each) => each.class === kind);
const close = async (ticketId: `tkt_${string}`) => {
  const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
  await closeTicket(world.services, { ticketId, actorId, reason: 'A university.' });
};

describe('sign-ups of one network', () => {
  const accounts = (many: number, from = 0): Promise<User[]> =>
    Promise.all(
      Array.from({ length: many }, (_, n) =>
        world.cardholder(0, { email: `n${from + n}@example.com`, signUpNetwork: 'network-hash-of-them' }),
      ),
    );
  const see = (people: readonly User[]) =>
    noteSignals(
      world.services,
      people.map(({ userId }): TableChange => ({ kind: 'user', key: { userId } })),
    );

  it('are counted once each, and too many of a day open one ticket', async () => {
    const first = await accounts(19);
    await see(first);
    await see(first);
    expect(world.store.all('rateCounter').filter(({ counterId }) => counterId.startsWith('network-'))).toMatchObject([
      { count: 19 },
    ]);
    expect(tickets('NETWORK')).toEqual([]);
    await see(await accounts(2, 19));
    const day = new Date(world.clock.now()).toISOString().slice(0, 10);
    expect(tickets('NETWORK')).toMatchObject([
      { state: 'open', subject: `${day}:network-hash`, userId: undefined, evidence: { day, accounts: 20 } },
    ]);
  });

  it('that an admin has checked reopen the ticket only with each further twenty', async () => {
    await see(await accounts(20));
    await close(tickets('NETWORK')[0]!.ticketId);
    await see(await accounts(19, 20));
    expect(tickets('NETWORK')).toMatchObject([{ state: 'closed' }]);
    await see(await accounts(1, 39));
    expect(tickets('NETWORK')).toMatchObject([{ state: 'open', evidence: { accounts: 40 } }]);
  });

  it('of another day have a count of their own, and a local account has none', async () => {
    await see(await accounts(19));
    world.clock.advance(24 * 60 * 60_000);
    await see([...(await accounts(1, 19)), await world.cardholder(0)]);
    expect(tickets('NETWORK')).toEqual([]);
    expect(world.store.all('rateCounter').map(({ count }) => count)).toEqual([19, 1]);
  });

  it('that are too many have the referrals among them held', async () => {
    await see(await accounts(thresholds.networkAccountsPerDay - 1));
    const friend = await world.referred({ email: 'friend@example.com', signUpNetwork: 'network-hash-of-them' });
    const key = { refereeId: friend.userId, event: 'signup' } as const;
    // Both changes come from one commit, in any order.
    await noteSignals(world.services, [
      { kind: 'reward', key },
      { kind: 'user', key: { userId: friend.userId } },
    ]);
    expect((await world.reward(friend, 'signup'))?.review?.signals).toEqual(['network']);
  });
});

describe('load and withdraw', () => {
  const nowMs = Date.UTC(2026, 10, 23);
  const line = (kind: ActivityLine['kind'], paid: number, fee = 0, changes: Partial<ActivityLine> = {}) => ({
    kind,
    status: 'completed' as const,
    paidCents: cents(paid),
    feeCents: cents(fee),
    createdAtMs: nowMs,
    ...changes,
  });
  const times = <T>(many: number, each: T): T[] => Array.from({ length: many }, () => each);
  const [load, back] = [line('card_load', 1_060, 60), line('card_withdrawal', 1_000)];

  it.each([
    ['five rounds', [...times(5, load), ...times(5, back)], 5],
    ['nine rounds', [...times(9, load), ...times(9, back)], 5],
    ['ten rounds', [...times(10, load), ...times(10, back)], 10],
    ['four rounds', [...times(4, load), ...times(4, back)], 0],
    ['money that is mostly spent', [...times(10, load), ...times(5, back)], 0],
    ['four fifths back', [...times(5, load), ...times(5, line('card_withdrawal', 800))], 5],
    [
      'a cent less back',
      [...times(5, load), ...times(4, line('card_withdrawal', 800)), line('card_withdrawal', 799)],
      0,
    ],
    ['rounds of last week', [...times(5, { ...load, createdAtMs: nowMs - 8 * 86_400_000 }), ...times(4, back)], 0],
    ['withdrawals that failed', [...times(5, load), ...times(5, { ...back, status: 'failed' as const })], 0],
    ['nothing', [], 0],
  ])('%s', (_name, lines, expected) => expect(cyclingOf(lines, nowMs)).toBe(expected));

  const drive = (operationId: `op_${string}`) =>
    driveOperation(world.services, operationId, { untilMs: world.clock.now() + 10_000 });
  const put = async (user: User, { cardId }: Card) => {
    const order = { user, cardId, requestedCents: cents(500), includesFee: false, claim: undefined };
    await drive(await requestLoad(world.services, order));
  };
  const take = async (user: User, { cardId }: Card) =>
    drive(await requestWithdrawal(world.services, { user, cardId, amountCents: cents(500), claim: undefined }));

  it('again and again opens a ticket, holds the referral, and stops nothing', async () => {
    const user = await world.referred({ email: 'round@example.com' });
    await world.deposit(user);
    const card = await world.openCard(user);
    for (let round = 0; round < thresholds.cycleWithdrawals; round += 1) {
      await put(user, card);
      await take(user, card);
      // A card allows one withdrawal every five minutes.
      world.clock.advance(6 * 60_000);
    }
    expect(await noteSignals(world.services, changesIn(world.store))).toEqual([]);
    expect(tickets('CYCLING')).toMatchObject([
      { subject: user.userId, userId: user.userId, evidence: { withdrawals: 5, days: 7 } },
    ]);
    expect((await world.reward(user, 'signup'))?.review?.signals).toEqual(['cycling']);
    await put(user, card);
    expectSoundBooks(world);
    await close(tickets('CYCLING')[0]!.ticketId);
    await noteSignals(world.services, changesIn(world.store));
    expect(tickets('CYCLING')).toMatchObject([{ state: 'closed' }]);
  });
});

describe('declines at a merchant', () => {
  const atMs = Date.UTC(2026, 10, 21, 12);
  const line = (changes: Partial<CardTransaction> = {}) => ({ ...samples.cardTransaction, atMs, ...changes });
  const paid = line({ kind: 'purchase', status: 'settled', merchantName: 'Corner Books' });
  const declined = line({ kind: 'purchase', status: 'declined', description: 'CORNER  BOOKS', merchantName: '' });
  const see = async (lines: readonly CardTransaction[]) => {
    const cardId = world.services.random.id('card');
    const stored = lines.map((each, at) => ({ ...each, cardId, number: at + 1 }));
    for (const each of stored) await world.store.commit([insert('cardTransaction', each)]);
    const changes = stored.map(({ number }): TableChange => ({ kind: 'cardTransaction', key: { cardId, number } }));
    expect(await noteSignals(world.services, changes)).toEqual([]);
  };
  const times = <T>(many: number, each: T): T[] => Array.from({ length: many }, () => each);

  it('are summed by merchant and day, without those for an empty or a frozen card', () => {
    const lines = [
      paid,
      declined,
      line({ kind: 'purchase', status: 'declined', declineCode: 'insufficient_funds', description: 'Corner Books' }),
      line({ kind: 'purchase', status: 'declined', declineCode: 'card_frozen', description: 'Corner Books' }),
      { ...declined, atMs: atMs + 86_400_000 },
      line({ kind: 'refund', status: 'settled', merchantName: 'Corner Books' }),
    ];
    expect(merchantDays(lines)).toEqual([
      { merchant: 'corner books', day: '2026-11-21', paid: 1, declined: 1 },
      { merchant: 'corner books', day: '2026-11-22', paid: 0, declined: 1 },
    ]);
  });

  it.each([
    [0, 20, 20],
    [20, 20, 20],
    [21, 20, 0],
    [0, 19, 0],
    [10, 45, 40],
  ])('%i paid and %i declined are a signal of %i', (ok, refused, expected) => {
    expect(declinesOf({ paid: ok, declined: refused })).toBe(expected);
  });

  it('open one ticket of the day that names the merchant, over several batches', async () => {
    await see([...times(15, paid), ...times(12, declined)]);
    expect(tickets('DECLINES')).toEqual([]);
    await see(times(8, declined));
    expect(tickets('DECLINES')).toMatchObject([
      { subject: '2026-11-21:corner books', userId: undefined, evidence: { merchant: 'corner books', declines: 20 } },
    ]);
    await see(times(6, declined));
    expect(tickets('DECLINES')).toMatchObject([{ evidence: { declines: 20 } }]);
  });

  it('of a batch that is delivered again are not counted twice', async () => {
    const user = await world.referred({ email: 'q1@mailinator.com' });
    const reward: TableChange = { kind: 'reward', key: { refereeId: user.userId, event: 'signup' } };
    const cardId = world.services.random.id('card');
    await world.store.commit([insert('cardTransaction', { ...declined, cardId, number: 1 })]);
    const batch: TableChange[] = [{ kind: 'cardTransaction', key: { cardId, number: 1 } }, reward];
    const read = world.store.get.bind(world.store);
    world.store.get = () => Promise.reject(new Error('no table'));
    expect(await noteSignals(world.services, batch)).toEqual([reward]);
    world.store.get = read;
    expect(await noteSignals(world.services, batch)).toEqual([]);
    expect(world.store.all('rateCounter')).toMatchObject([{ count: 1 }]);
  });
});

it('a change that fails is delivered again, and keeps no other back', async () => {
  const [one, other] = [
    await world.referred({ email: 'q1@mailinator.com' }),
    await world.referred({ email: 'q2@mailinator.com' }),
  ];
  const changes = [one, other].map(({ userId }): TableChange => ({
    kind: 'reward',
    key: { refereeId: userId, event: 'signup' },
  }));
  const read = world.store.get.bind(world.store);
  world.store.get = ((kind: 'user', key: { readonly userId: string }) =>
    kind === 'user' && key.userId === one.userId
      ? Promise.reject(new Error('no table'))
      : read(kind, key as never)) as never;
  expect(await noteSignals(world.services, changes)).toEqual([changes[0]]);
  const records = changes.map(({ key }, place) => ({
    dynamodb: {
      SequenceNumber: String(place),
      NewImage: marshall({ entity: 'reward', ...key }) as Record<string, AttributeValue>,
    },
  }));
  expect(await handler.using(world.services)({ Records: records })).toEqual({
    batchItemFailures: [{ itemIdentifier: '0' }],
  });
  world.store.get = read;
  expect((await world.reward(other, 'signup'))?.review?.state).toBe('held');
});

it.each([
  ['does not answer', new StoreUnavailable('the table is away')],
  ['is busy', new WriteConflict([{ kind: 'signUps', reason: 'contended' }])],
])('a table that %s fails the whole batch, so that the stream repeats it', async (_what, away) => {
  const { userId } = await world.referred({ email: 'q1@mailinator.com' });
  const change: TableChange = { kind: 'reward', key: { refereeId: userId, event: 'signup' } };
  world.store.get = () => Promise.reject(away);
  await expect(noteSignals(world.services, [change])).rejects.toBe(away);
});
