import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { IssuerTransaction } from '#functions/ports/card-issuer.ts';
import { remove, update, WriteConflict, type Store } from '#functions/ports/store.ts';
import { recordDecline } from '#functions/domain/cards/record-decline.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* The issuer's transactions of a card: their kind, their effect on the balance and on the month, and their line. */

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
});

afterEach(() => expectSoundBooks(world));

const november = Date.UTC(2026, 10, 21);
const transaction = (changes: Partial<IssuerTransaction> = {}): IssuerTransaction => ({
  issuerCardId: card.issuerCardId ?? '',
  reference: 'P-1',
  direction: 'debit',
  amountCents: cents(200),
  currency: 'USD',
  description: 'CORNER COFFEE',
  atMs: november,
  merchantName: 'Corner Coffee',
  merchantLogo: 'https://logo.example/c.png',
  merchantCategoryCode: '5814',
  isRecurring: true,
  category: 'Food',
  group: 'Restaurants',
  ...changes,
});
const post = (changes: Partial<IssuerTransaction> = {}): Promise<boolean> =>
  postIssuerTransaction(world.services, card, transaction(changes));
const lines = (): CardTransaction[] => world.store.all('cardTransaction').toSorted((a, b) => a.number - b.number);
const month = async (): Promise<readonly [string, number]> => {
  const { spendMonth, spentThisMonthCents } = await world.card(card);
  return [spendMonth, spentThisMonthCents];
};

describe('a transaction that the issuer reports', () => {
  it('in another currency is not posted, and is logged for an operator', async () => {
    expect(await post({ currency: 'EUR' })).toBe(false);
    expect(await world.card(card)).toMatchObject({ balanceCents: 500, transactionCount: 1 });
    expect(world.logs).toContainEqual({
      level: 'error',
      message: 'issuer movement is not in dollars',
      fields: { cardId: card.cardId, currency: 'EUR', amountCents: 200 },
    });
    expect(await post({ currency: 'usd' })).toBe(true);
  });

  it('is posted once, however often it is reported, also at once', async () => {
    expect(await post()).toBe(true);
    expect(await post()).toBe(false);
    const at = { reference: 'P-2' };
    const posted = await Promise.all([post(at), post(at), post(at)]);
    expect(posted.filter(Boolean)).toHaveLength(1);
    expect(await world.card(card)).toMatchObject({ balanceCents: 100, transactionCount: 3 });
  });

  it('is stored with all its reported fields', async () => {
    await post();
    expect(lines().at(-1)).toMatchObject({
      cardId: card.cardId,
      number: 2,
      reference: 'P-1',
      kind: 'purchase',
      direction: 'debit',
      amountCents: 200,
      currency: 'USD',
      description: 'CORNER COFFEE',
      merchantName: 'Corner Coffee',
      merchantLogo: 'https://logo.example/c.png',
      isRecurring: true,
      category: 'Food',
      group: 'Restaurants',
      status: 'settled',
      declineReason: undefined,
      atMs: november,
    });
  });

  it.each([
    ['a purchase', {}, 'purchase', 300],
    ['a fee of the issuer', { isFee: true }, 'fee', 300],
    ['a purchase at a place with a fee in its name', { description: 'CITY PARKING FEE' }, 'purchase', 300],
    ['a purchase at a place that sounds like the issuer', { description: 'CARD MAINTENANCE CO' }, 'purchase', 300],
    ['a refund', { direction: 'credit' }, 'refund', 700],
    ['a reversal', { direction: 'credit', reference: 'P-0_REVERSAL' }, 'reversal', 700],
    ['a purchase that calls itself a reversal', { reference: 'P-0_REVERSAL' }, 'purchase', 300],
    ['the refund of a fee', { direction: 'credit', isFee: true }, 'refund', 700],
  ] as const)('has the right kind and effect on the balance: %s', async (_what, changes, kind, balanceCents) => {
    await post(changes);
    expect(lines().at(-1)?.kind).toBe(kind);
    expect((await world.card(card)).balanceCents).toBe(balanceCents);
  });

  it.each([
    ['another text', { description: 'CORNER COFFEE SERVICE FEE' }],
    ['another kind', { isFee: true }],
    ['one reference more, in front', { reference: 'ours-1', references: ['ours-1', 'P-1'] }],
    ['one reference more, behind', { references: ['P-1', 'theirs-1'] }],
  ])('is posted once when it comes back with %s', async (_what, changes) => {
    expect(await post()).toBe(true);
    expect(await post(changes)).toBe(false);
    expect(await post()).toBe(false);
    expect(await world.card(card)).toMatchObject({ balanceCents: 300, transactionCount: 2 });
  });

  it('is known by every reference that it ever had', async () => {
    await post({ references: ['P-1', 'P-2'] });
    expect(await post({ reference: 'P-2' })).toBe(false);
    expect(await post({ reference: 'P-2', references: ['P-2', 'P-3'] })).toBe(false);
    expect(await post({ reference: 'P-3', references: ['P-3', 'P-4'], description: 'SOMETHING ELSE' })).toBe(false);
    expect(await post({ reference: 'P-4', isFee: true })).toBe(false);
    expect(await post({ reference: 'P-5' })).toBe(true);
    expect(await world.card(card)).toMatchObject({ balanceCents: 100, transactionCount: 3 });
    expect(lines()[1]).toMatchObject({ reference: 'P-1', references: ['P-1', 'P-2'] });
  });

  it('is posted once when reports of it at the same time name different references', async () => {
    const posted = await Promise.all([
      post({ references: ['P-1', 'P-2'] }),
      post({ reference: 'P-2', references: ['P-2', 'P-1'] }),
      post({ reference: 'P-2', isFee: true }),
    ]);
    expect(posted.filter(Boolean)).toHaveLength(1);
    expect((await world.card(card)).balanceCents).toBe(300);
  });

  it.each([
    ['purchase', {}],
    ['fee', { isFee: true }],
  ] as const)('is known as a %s that was posted before references were stored', async (_kind, changes) => {
    await post(changes);
    const markers = world.store.all('marker').filter(({ markerId }) => markerId.startsWith('posted:'));
    await world.store.commit(markers.map((marker) => remove('marker', marker)));
    expect(await post({ isFee: changes === undefined, references: ['P-1', 'P-9'] })).toBe(false);
    expect(await post({ reference: 'P-9' })).toBe(false);
    expect((await world.card(card)).balanceCents).toBe(300);
  });

  it('reverses its purchase by any of the references of both', async () => {
    await post({ references: ['P-1', 'P-2'] });
    await post({ reference: 'N-1', references: ['N-1', 'P-2_REVERSAL'], direction: 'credit' });
    expect(lines().map(({ kind, status }) => [kind, status])).toEqual([
      ['creation', 'settled'],
      ['purchase', 'reversed'],
      ['reversal', 'settled'],
    ]);
  });

  it.each([
    ['debit', 'fee', 'fee'],
    ['debit', 'purchase', 'purchase'],
    ['credit', 'reversal', 'refund'],
  ] as const)('as a %s that its event calls a %s is a %s', async (direction, claimed, kind) => {
    await postIssuerTransaction(world.services, card, transaction({ direction }), claimed);
    expect(lines().at(-1)?.kind).toBe(kind);
  });

  it.each([
    ['one of our own loads', { reference: 'op_01J9ZK3V7Q0000000000000000' }],
    ['one of our own loads under a reference of the issuer', { references: ['P-1', 'op_01J9ZK3V7Q0000000000000000'] }],
    ['zero cents', { amountCents: cents(0) }],
  ])('is not posted when it is %s', async (_what, changes) => {
    expect(await post(changes)).toBe(false);
    expect(await world.card(card)).toMatchObject({ balanceCents: 500, transactionCount: 1 });
  });

  it.each(['op_01J9ZK3V7Q000000000000000', 'xop_01J9ZK3V7Q0000000000000000', 'op_01J9ZK3V7Q00000000000000000'])(
    'is posted when it only looks like one of our loads: %s',
    async (reference) => {
      expect(await post({ reference })).toBe(true);
    },
  );

  it('is posted separately from one of the other direction with the same reference', async () => {
    await post();
    expect(await post({ direction: 'credit' })).toBe(true);
    expect((await world.card(card)).balanceCents).toBe(500);
  });

  it('fails, so that the queue retries it, when other writers change the card all the time', async () => {
    const { store } = world;
    const commit = (): Promise<never> => Promise.reject(new WriteConflict([{ kind: 'card', reason: 'contended' }]));
    const crowded = { ...world.services, store: Object.assign(Object.create(store) as Store, { commit }) };
    await expect(postIssuerTransaction(crowded, card, transaction())).rejects.toThrow(WriteConflict);
    expect((await world.card(card)).balanceCents).toBe(500);
  });

  it.each<[string, Partial<Card>]>([
    ['suspended', { frozenReasons: ['suspension'] }],
    ['blocked', { blockedReason: 'Fraud.' }],
    ['frozen', { frozenReasons: ['owner'], actual: 'frozen' }],
    ['closing', { lifecycle: 'closing' }],
  ])('is posted in every state of the card: %s', async (_what, changes) => {
    await world.store.commit([update('card', card, changes)]);
    await post();
    await post({ reference: 'R-1', direction: 'credit', amountCents: cents(50) });
    const now = await world.card(card);
    expect(now.balanceCents).toBe(500 - 200 + 50);
    await world.store.commit([update('card', now, { lifecycle: 'open' })]);
  });

  it('is posted to the cent, however much it is', async () => {
    await post({ amountCents: cents(499_999) });
    expect((await world.card(card)).balanceCents).toBe(500 - 499_999);
    expect(lines()[1]).toMatchObject({ amountCents: 499_999 });
  });

  it('of an unknown card throws', async () => {
    const key = { userId: user.userId, cardId: 'crd_00000000000000000000000000' } as const;
    await expect(postIssuerTransaction(world.services, key, transaction())).rejects.toThrow(
      `no such card: ${key.cardId}`,
    );
  });
});

describe('the spending of a month', () => {
  it('grows by purchases, and shrinks by refunds', async () => {
    await post();
    expect(await month()).toEqual(['2026-11', 200]);
    await post({ reference: 'R-1', direction: 'credit', amountCents: cents(50) });
    expect(await month()).toEqual(['2026-11', 150]);
  });

  it('shrinks by a refund dated in it, also of an earlier purchase, and not by one dated earlier', async () => {
    world.clock.advance(Date.UTC(2026, 11, 3) - world.clock.now());
    await post({ atMs: Date.UTC(2026, 10, 30) });
    await post({ reference: 'P-2', amountCents: cents(70), atMs: Date.UTC(2026, 11, 1) });
    await post({ reference: 'R-1', direction: 'credit', amountCents: cents(30), atMs: Date.UTC(2026, 11, 2) });
    expect(await month()).toEqual(['2026-12', 40]);
    await post({ reference: 'R-2', direction: 'credit', amountCents: cents(30), atMs: Date.UTC(2026, 10, 30) });
    expect(await month()).toEqual(['2026-12', 40]);
  });

  it('is the present one’s for a purchase that the issuer dates later', async () => {
    await post();
    await post({ reference: 'P-2', amountCents: cents(70), atMs: Date.UTC(2027, 2, 1) });
    expect(await month()).toEqual(['2026-11', 270]);
  });

  it('is counted again on a card whose month such a purchase had moved ahead', async () => {
    await world.store.commit([update('card', await world.card(card), { spendMonth: '2027-03' })]);
    await post();
    expect(await month()).toEqual(['2026-11', 200]);
  });

  it('is never below zero', async () => {
    await post({ reference: 'R-1', direction: 'credit', amountCents: cents(50) });
    expect(await month()).toEqual(['2026-11', 0]);
  });

  it('does not grow by fees', async () => {
    await post({ isFee: true });
    expect(await month()).toEqual(['2026-11', 0]);
  });

  it('keeps what was spent in it when the issuer takes a fee', async () => {
    await post();
    await post({ reference: 'F-1', isFee: true });
    expect(await month()).toEqual(['2026-11', 200]);
  });

  it('goes by the date of the purchase, not of its report', async () => {
    world.clock.advance(Date.UTC(2026, 11, 1, 0, 0, 1) - world.clock.now());
    await post({ atMs: Date.UTC(2026, 10, 30, 23, 59, 59, 999) });
    expect(await month()).toEqual(['2026-11', 200]);
  });

  it('is not changed by an earlier month’s purchase that is reported late', async () => {
    await post();
    await post({ reference: 'P-0', atMs: Date.UTC(2026, 9, 31, 23, 59, 59) });
    expect(await month()).toEqual(['2026-11', 200]);
    expect((await world.card(card)).balanceCents).toBe(100);
  });

  it('is not changed by an earlier month’s purchase either while nothing was spent yet', async () => {
    world.clock.advance(Date.UTC(2026, 11, 3) - world.clock.now());
    await world.store.commit([update('card', await world.card(card), { spendMonth: '2026-12' })]);
    await post();
    expect(await month()).toEqual(['2026-12', 0]);
  });

  it('starts from zero with the first purchase of the next month', async () => {
    await post();
    world.clock.advance(Date.UTC(2026, 11, 3) - world.clock.now());
    await post({ reference: 'P-2', amountCents: cents(70), atMs: Date.UTC(2026, 11, 1) });
    expect(await month()).toEqual(['2026-12', 70]);
  });
});

describe('a purchase', () => {
  it('resets the count of declines; a refund or a fee does not', async () => {
    const declined = async (): Promise<void> =>
      world.store.commit([update('card', await world.card(card), { shortDeclines: 3 })]);
    await declined();
    await post({ reference: 'R-1', direction: 'credit' });
    await post({ reference: 'F-1', isFee: true });
    expect((await world.card(card)).shortDeclines).toBe(3);
    await post();
    expect((await world.card(card)).shortDeclines).toBe(0);
  });

  it('counts as activity of the card; a fee does not', async () => {
    world.clock.advance(3 * 60 * 60_000);
    const { lastActivityAtMs, catchUpAtMs } = await world.card(card);
    await post({ reference: 'F-1', isFee: true });
    expect(await world.card(card)).toMatchObject({ lastActivityAtMs, catchUpAtMs });
    await post();
    const nowMs = world.clock.now();
    expect(await world.card(card)).toMatchObject({ lastActivityAtMs: nowMs, catchUpAtMs: nowMs + 3 * 60_000 });
  });

  it('that was reversed in full is shown as reversed', async () => {
    await post();
    await post({ reference: 'P-1_REVERSAL', direction: 'credit' });
    expect(lines().map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'creation settled',
      'purchase reversed',
      'reversal settled',
    ]);
    expect((await world.card(card)).balanceCents).toBe(500);
  });

  it('that was reversed in full is shown as reversed also when the card was used since', async () => {
    await post();
    await post({ reference: 'P-2', amountCents: cents(10) });
    await post({ reference: 'P-1_REVERSAL', direction: 'credit' });
    expect(lines().map(({ reference, status }) => `${reference} ${status}`)).toContain('P-1 reversed');
    expect(lines().map(({ reference, status }) => `${reference} ${status}`)).toContain('P-2 settled');
  });

  it('that was reversed in parts has a line per reversal, whatever follows the mark in its reference', async () => {
    await post();
    for (const part of [1, 2])
      await post({ reference: `P-1_REVERSAL_${part}`, direction: 'credit', amountCents: cents(100) });
    expect(lines().map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'creation settled',
      'purchase settled',
      'reversal settled',
      'reversal settled',
    ]);
    expect((await world.card(card)).balanceCents).toBe(500);
  });

  it('that was reversed in full is shown as reversed; a refund with its reference is not', async () => {
    await post();
    await post({ direction: 'credit' });
    await post({ reference: 'P-1_REVERSAL', direction: 'credit' });
    expect(lines().map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'creation settled',
      'purchase reversed',
      'refund settled',
      'reversal settled',
    ]);
  });

  it('that was declined stays declined when a reversal names it', async () => {
    const { issuerCardId = '' } = card;
    const facts = {
      amountCents: cents(200),
      reason: 'frozen',
      description: 'CORNER COFFEE',
      merchantCategoryCode: '5814',
    };
    await recordDecline(world.services, card, {
      ...facts,
      type: 'decline',
      issuerCardId,
      reference: 'P-1',
      atMs: november,
    });
    await post({ reference: 'P-1_REVERSAL', direction: 'credit' });
    expect(lines()[1]).toMatchObject({ kind: 'purchase', status: 'declined' });
  });

  it.each([
    ['a part of it was reversed', { reference: 'P-1_REVERSAL', direction: 'credit', amountCents: cents(100) }],
    ['another one was reversed', { reference: 'P-9_REVERSAL', direction: 'credit' }],
    ['it was refunded', { reference: 'P-1', direction: 'credit' }],
  ] as const)('stays settled when %s', async (_what, changes) => {
    await post();
    await post(changes);
    expect(lines()[1]).toMatchObject({ kind: 'purchase', status: 'settled' });
  });
});

describe('a deleted card', () => {
  beforeEach(async () => {
    await post({ reference: 'P-0', amountCents: cents(500) });
    const { userId } = user;
    await world.store.commit([
      update('card', await world.card(card), { lifecycle: 'deleted' }),
      update('wallet', await world.wallet(user), { cardCount: 0 }),
    ]);
    expect((await world.store.get('wallet', { userId }))?.availableCents).toBe(18_000);
  });

  it('passes a refund on to the balance, with a line in both lists', async () => {
    await post({ reference: 'R-1', direction: 'credit' });
    expect((await world.wallet(user)).availableCents).toBe(18_200);
    expect((await world.card(card)).balanceCents).toBe(0);
    expect(lines().slice(-2)).toMatchObject([
      { kind: 'refund', direction: 'credit', amountCents: 200 },
      { kind: 'closing', direction: 'debit', amountCents: 200, description: 'Moved to balance' },
    ]);
    expect(world.store.all('movement').find(({ kind }) => kind === 'card_refund')).toMatchObject({
      direction: 'credit',
      amountCents: 200,
      paidCents: 200,
      status: 'completed',
      cardId: card.cardId,
      description: `To balance: CORNER COFFEE on the deleted card ${card.name} •••• 4444`,
    });
  });

  it('pays a purchase from the balance', async () => {
    await post();
    expect((await world.wallet(user)).availableCents).toBe(17_800);
    expect((await world.card(card)).balanceCents).toBe(0);
    expect(lines().at(-1)).toMatchObject({ direction: 'credit', description: 'Paid from balance' });
    expect(world.store.all('movement').find(({ kind }) => kind === 'card_charge')).toMatchObject({
      direction: 'debit',
      amountCents: 200,
      description: `From balance: CORNER COFFEE on the deleted card ${card.name} •••• 4444`,
    });
  });
});
