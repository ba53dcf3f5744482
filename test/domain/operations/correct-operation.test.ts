import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import { remove, update } from '#functions/ports/store.ts';
import { requestLoad } from '#functions/domain/cards/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/request-withdrawal.ts';
import { countChanges } from '#functions/domain/figures/count-changes.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { decideOperation } from '#functions/domain/operations/decide-operation.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { changesIn } from '#test/support/table-changes.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
let world: MoneyWorld;
let user: User;
let card: Card;
let admin: User;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  admin = await world.cardholder(0, { role: 'admin' });
});
afterEach(() => expectSoundBooks(world));

const load = (): Promise<Id<'operation'>> =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(5_000),
    includesFee: false,
    claim: undefined,
  });
const withdraw = (): Promise<Id<'operation'>> =>
  requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(4_000), claim: undefined });
const drive = (operationId: Id<'operation'>): Promise<Operation> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() });
const stored = async (operationId: Id<'operation'>): Promise<Operation> => {
  const operation = await world.store.get('operation', { operationId });
  if (!operation) throw new Error('no operation');
  return operation;
};

/** The issuer answers no question until it is switched on again. */
function goDark(): { readonly light: () => void } {
  const { issuer } = world;
  const names = ['readTransfer', 'findCard', 'readCard', 'readTransaction'] as const;
  const before = Object.fromEntries(names.map((name) => [name, issuer[name]])) as Partial<CardIssuer>;
  const silent = async () => ({ outcome: 'unknown', detail: 'dark' }) as const;
  Object.assign(issuer, Object.fromEntries(names.map((name) => [name, silent])));
  return { light: () => void Object.assign(issuer, before) };
}

async function sweepFor(ms: number, everyMs = 20 * 60_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    world.clock.advance(everyMs);
    await sweepOperations(world.services);
  }
}

type Story = {
  readonly kind: 'load' | 'withdrawal';
  readonly does: 'unheard' | 'lost';
  readonly outcome: 'happened' | 'never';
  readonly movedCents?: number;
};

/** An operation that a person decided on while the issuer told nothing. */
async function decided({ kind, does, outcome, movedCents }: Story): Promise<{
  readonly operationId: Id<'operation'>;
  readonly light: () => void;
}> {
  if (kind === 'withdrawal') await drive(await load());
  const operationId = await (kind === 'load' ? load() : withdraw());
  world.issuer.misbehave(kind === 'load' ? 'load' : 'unload', { does });
  const { light } = goDark();
  await drive(operationId);
  await sweepFor(25 * hour);
  expect((await stored(operationId)).state).toBe('review');
  const { endedBy } = await decideOperation(world.services, {
    operationId,
    outcome,
    movedCents: movedCents === undefined ? undefined : cents(movedCents),
    reason: 'ticket 4711',
    actorId: admin.userId,
    secondActorId: undefined,
  });
  expect(endedBy).toBe('decision');
  return { operationId, light };
}

const corrections = () => world.store.all('journal').filter(({ journalId }) => journalId.endsWith(':corrected'));
const alerts = () => world.logs.filter(({ message }) => message.includes('contradicts a decision'));

/** What a reconciliation finds, once everything is counted. Deposits are late: nobody polls them here. */
async function breaks(): Promise<readonly string[]> {
  await countChanges(world.services, changesIn(world.store));
  const { found } = await reconcile(world.services);
  const named = found as readonly { readonly class: string; readonly subject: string }[];
  return named.filter(({ subject }) => !subject.startsWith('dep_')).map((each) => each.class);
}

/** Money that is spent elsewhere. */
async function spend(amountCents: number): Promise<void> {
  const posting = new Posting(world.clock.now(), { wallet: await world.wallet(user) }).post({
    journalId: 'spent',
    kind: 'spent',
    cause: 'test',
    legs: [
      { account: `U:${user.userId}:AVAIL`, amountCents: cents(amountCents) },
      { account: 'EXP:ADJUSTMENT', amountCents: cents(-amountCents) },
    ],
  });
  await world.store.commit(await posting.writes(world.store));
}

describe('what the issuer tells against a decision', () => {
  // Balances of account and card: as decided, and as they are.
  it.each([
    ['a load that happened', { kind: 'load', does: 'unheard', outcome: 'never' }, -5_250, 5_000],
    ['a load that never did', { kind: 'load', does: 'lost', outcome: 'happened' }, 5_250, -5_000],
    ['a withdrawal that happened', { kind: 'withdrawal', does: 'unheard', outcome: 'never' }, 4_000, -4_000],
    ['a withdrawal that never did', { kind: 'withdrawal', does: 'lost', outcome: 'happened' }, -4_000, 4_000],
    [
      'a withdrawal of more',
      { kind: 'withdrawal', does: 'unheard', outcome: 'happened', movedCents: 3_000 },
      1_000,
      -1_000,
    ],
  ] as const)('is posted as a correction of its own: %s', async (_what, story, onBalance, onCard) => {
    await backOpenings(world);
    const { operationId, light } = await decided(story);
    const [wallet, onIt, before] = [await world.wallet(user), await world.card(card), await stored(operationId)];
    const records = world.store.all('journal');
    light();
    await sweepFor(7 * hour);
    expect((await world.wallet(user)).availableCents - wallet.availableCents).toBe(onBalance);
    expect((await world.card(card)).balanceCents - onIt.balanceCents).toBe(onCard);
    expect((await world.card(card)).balanceCents).toBe(
      world.issuer.cards.get(card.issuerCardId ?? '')?.bookBalanceCents,
    );
    const after = await stored(operationId);
    expect(after).toMatchObject({ state: before.state, decision: before.decision, dueAtMs: undefined });
    expect(after.correction).toMatchObject({ outcome: story.does === 'unheard' ? 'happened' : 'never' });
    expect(world.store.all('journal')).toEqual(expect.arrayContaining(records));
    expect(corrections()).toMatchObject([{ kind: `card_${story.kind}_corrected`, cause: operationId }]);
    const what = story.kind === 'load' ? 'load to' : 'withdrawal from';
    expect(world.store.all('movement').filter(({ kind }) => kind === 'adjustment')).toMatchObject([
      {
        direction: onBalance < 0 ? 'debit' : 'credit',
        amountCents: Math.abs(onBalance),
        paidCents: Math.abs(onBalance),
        status: 'completed',
        description: `Correction of ${what} Everyday •••• 4444`,
      },
    ]);
    expect(alerts()).toHaveLength(1);
    expect(alerts()[0]).toMatchObject({ level: 'error', fields: { operationId } });
    expect(await breaks()).toEqual([]);
    await sweepFor(2 * day, 6 * hour);
    expect(corrections()).toHaveLength(1);
  });

  it('makes a debt of what the balance cannot give back, and marks the cards for it', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    const { availableCents } = await world.wallet(user);
    await spend(availableCents - 250);
    light();
    await drive(operationId);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 5_000 });
    expect((await world.card(card)).frozenReasons).toEqual(['debt']);
    expect((await world.card(card)).balanceCents).toBe(5_500);
  });

  it('pays a debt with what comes back', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'lost', outcome: 'happened' });
    const wallet = await world.wallet(user);
    const posting = new Posting(world.clock.now(), { wallet }).post({
      journalId: 'owed',
      kind: 'owed',
      cause: 'test',
      legs: [
        { account: `U:${user.userId}:AVAIL`, amountCents: wallet.availableCents },
        { account: `U:${user.userId}:DEBT`, amountCents: cents(1_000) },
        { account: 'EXP:ADJUSTMENT', amountCents: cents(-wallet.availableCents - 1_000) },
      ],
    });
    await world.store.commit(await posting.writes(world.store));
    light();
    await drive(operationId);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 4_250, debtCents: 0 });
  });

  it('reaches the balance when the card was deleted meanwhile', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    const open = await world.card(card);
    const wallet = await world.wallet(user);
    // As a deletion leaves it: what was on it is in the balance.
    const posting = new Posting(world.clock.now(), { wallet, card: open }).post({
      journalId: 'emptied-before',
      kind: 'card_emptied',
      cause: 'test',
      legs: [
        { account: `CARD:${card.cardId}`, amountCents: open.balanceCents },
        { account: `U:${user.userId}:AVAIL`, amountCents: cents(-open.balanceCents) },
        { account: 'ISS:FLOAT', amountCents: open.balanceCents },
        { account: 'ISS:ALLOC', amountCents: cents(-open.balanceCents) },
      ],
    });
    posting.changeCard({ lifecycle: 'deleted' }).changeWallet({ cardCount: wallet.cardCount - 1 });
    await world.store.commit(await posting.writes(world.store));
    const before = await world.wallet(user);
    light();
    await drive(operationId);
    // The fee is paid, the amount went to the card and back.
    expect((await world.wallet(user)).availableCents - before.availableCents).toBe(-250);
    expect(await world.card(card)).toMatchObject({ lifecycle: 'deleted', balanceCents: 0 });
  });

  it('is posted once however many hear of it at the same time', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    light();
    await Promise.all(Array.from({ length: 5 }, () => drive(operationId)));
    expect(corrections()).toHaveLength(1);
    expect((await world.card(card)).balanceCents).toBe(5_500);
  });

  it('is posted by the next sweep when its write was lost', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    light();
    const killed = {
      ...world.services,
      store: { ...world.store, commit: async () => Promise.reject(new Error('killed')) },
    };
    await expect(driveOperation(killed, operationId, { untilMs: world.clock.now() })).rejects.toThrow('killed');
    expect(alerts()).toHaveLength(1);
    expect(corrections()).toHaveLength(0);
    await sweepFor(7 * hour);
    expect(corrections()).toHaveLength(1);
  });
});

describe('a decision that nothing contradicts', () => {
  it('stands, and is asked about no more once the issuer says the same', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'happened' });
    light();
    await sweepFor(7 * hour);
    expect(await stored(operationId)).toMatchObject({ state: 'settled', dueAtMs: undefined });
    expect((await stored(operationId)).correction).toBeUndefined();
    const asked = world.issuer.calls['readTransfer'];
    await sweepFor(day, 6 * hour);
    expect(world.issuer.calls['readTransfer']).toBe(asked);
    expect(corrections()).toEqual([]);
  });

  it.each([
    ['says that it is at work on it', 'pending', false],
    ['does not know any more what it took on', undefined, true],
  ] as const)('stands while the issuer %s', async (_what, state, isAccepted) => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'happened' });
    const transfer = world.issuer.transfers.get(operationId);
    if (!transfer) throw new Error('no transfer');
    if (state === undefined) world.issuer.transfers.delete(operationId);
    else world.issuer.transfers.set(operationId, { ...transfer, state });
    await world.store.commit([update('operation', await stored(operationId), { isAccepted })]);
    light();
    await sweepFor(2 * day, 6 * hour);
    expect(corrections()).toEqual([]);
    expect((await stored(operationId)).dueAtMs).toBeGreaterThan(world.clock.now());
  });

  it('stands when the issuer does not say how much a withdrawal moved', async () => {
    const story = { kind: 'withdrawal', does: 'unheard', outcome: 'happened', movedCents: 3_000 } as const;
    const { light } = await decided(story);
    world.issuer.transactions.splice(0);
    light();
    await sweepFor(day, 6 * hour);
    expect(corrections()).toEqual([]);
  });

  it('is asked about every six hours until 30 days after the operation began', async () => {
    const { operationId } = await decided({ kind: 'load', does: 'lost', outcome: 'never' });
    let asked = 0;
    Object.assign(world.issuer, {
      readTransfer: async () => {
        asked += 1;
        return { outcome: 'unknown', detail: 'dark' } as const;
      },
    });
    await sweepFor(day, hour);
    expect(asked).toBe(4);
    await sweepFor(27 * day, 6 * hour);
    expect((await stored(operationId)).dueAtMs).toBeGreaterThan(0);
    await sweepFor(2 * day, hour);
    expect((await stored(operationId)).dueAtMs).toBeUndefined();
    const before = asked;
    await sweepFor(2 * day, 6 * hour);
    expect(asked).toBe(before);
  });
});

describe('a reconciliation after a correction', () => {
  it.each(['operation', 'movement'] as const)('names what was taken from its %s', async (what) => {
    await backOpenings(world);
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    light();
    await drive(operationId);
    expect(await breaks()).toEqual([]);
    const line = world.store.all('movement').find(({ kind }) => kind === 'adjustment');
    if (!line) throw new Error('no line');
    await world.store.commit(
      what === 'movement'
        ? [remove('movement', line)]
        : [update('operation', await stored(operationId), { correction: undefined } as never)],
    );
    expect(await breaks()).toContain(what === 'movement' ? 'MOVEMENT' : 'UNEXPLAINED');
  });
});
