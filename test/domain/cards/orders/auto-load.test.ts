import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { AutoLoad, Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { IssuerTransaction } from '#functions/ports/card-issuer.ts';
import { update } from '#functions/ports/store.ts';
import { setAutoLoad } from '#functions/domain/cards/change-standing-orders.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { readFloat } from '#functions/domain/float/read-float.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { steeringKeptMs } from '#functions/domain/steering/read-steering.ts';
import { firstPrices } from '#shared/prices.ts';
import { termsVersion } from '#shared/terms.ts';
import { acceptTerms } from '#functions/domain/auth/accepted-terms.ts';
import { acceptOlderTerms } from '#test/support/accept-older-terms.ts';
import { changeLimits, changePrices } from '#test/support/change-prices.ts';
import { switchOff } from '#test/support/switch-off.ts';
import { emptyFloat } from '#test/support/empty-float.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* A card of $5 that is loaded with $20 when a purchase leaves less than $4, and $50 a month at most. */

const order = { below: cents(400), amount: cents(2_000), monthlyMax: cents(5_000), until: null };

let world: MoneyWorld;
let user: User;
let card: Card;

const begin = async (availableCents: number): Promise<void> => {
  world = moneyWorld();
  user = await world.cardholder(availableCents);
  card = await world.openCard(user);
  await setAutoLoad(world.services, card, order);
  // The settings are read again from here on.
  world.clock.advance(steeringKeptMs);
};

beforeEach(() => begin(22_000));
afterEach(() => expectSoundBooks(world));

let purchases = 0;
const purchase = (changes: Partial<IssuerTransaction> = {}): IssuerTransaction => ({
  ...world.issuer.charge(card.issuerCardId ?? '', changes.amountCents ?? 200, `P-${(purchases += 1)}`),
  atMs: world.clock.now(),
  ...changes,
});
const post = (transaction = purchase()): Promise<boolean> => postIssuerTransaction(world.services, card, transaction);
const started = (): readonly Operation[] =>
  world.store.all('operation').filter(({ startedBy }) => startedBy !== undefined);
const sweep = async (): Promise<void> => {
  await sweepOperations(world.services);
  world.clock.advance(7 * 60_000);
};
const orderNow = async (): Promise<AutoLoad | undefined> => (await world.card(card)).autoLoad;
const change = async (changes: Partial<Card>): Promise<void> =>
  world.store.commit([update('card', await world.card(card), changes)]);

describe('a purchase that leaves too little', () => {
  it('holds amount and fee in the write that posts it, and the sweep loads the card', async () => {
    const transaction = purchase();
    await post(transaction);
    expect(started()).toMatchObject([
      { kind: 'card_load', state: 'reserved', amountCents: 2_000, feeCents: 160, startedBy: transaction.reference },
    ]);
    expect(await world.card(card)).toMatchObject({ balanceCents: 300, pendingInCents: 2_000, autoLoadedCents: 2_000 });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 20_000 - 2_160, heldCents: 2_160 });
    await sweep();
    expect(await world.card(card)).toMatchObject({ balanceCents: 2_300, pendingInCents: 0 });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 20_000 - 2_160, heldCents: 0 });
    const [line] = await world.store.listCardTransactions(card.cardId, { from: 3, to: 3 });
    expect(line).toMatchObject({ kind: 'load', description: 'Auto-loaded from balance', isAutomatic: true });
    expect(world.store.all('movement').find(({ kind }) => kind === 'card_load')?.description).toMatch(/^Auto-loaded/);
  });

  it('starts one auto-load, however often it is reported, also at once', async () => {
    const transaction = purchase();
    const posted = await Promise.all([post(transaction), post(transaction), post(transaction)]);
    expect(posted.filter(Boolean)).toHaveLength(1);
    await sweep();
    expect(await post(transaction)).toBe(false);
    expect(await post({ ...transaction, reference: 'other', references: [transaction.reference] })).toBe(false);
    expect(started()).toHaveLength(1);
  });

  it('is posted with its auto-load or not at all', async () => {
    const commit = world.store.commit.bind(world.store);
    let kinds: readonly string[] = [];
    world.store.commit = async (writes) => {
      kinds = writes.map(({ kind }) => kind);
      throw new Error('the process dies');
    };
    await expect(post()).rejects.toThrow('dies');
    world.store.commit = commit;
    expect(kinds).toEqual(expect.arrayContaining(['cardTransaction', 'marker', 'operation', 'wallet', 'card']));
    expect(await world.card(card)).toMatchObject({ balanceCents: 500, pendingInCents: 0 });
    expect(started()).toEqual([]);
    world.issuer.transactions.length = 0;
    world.issuer.cards.forEach((each, id) => world.issuer.cards.set(id, { ...each, bookBalanceCents: cents(500) }));
  });

  it('starts no auto-load while an earlier one is under way', async () => {
    await post();
    await post(purchase({ amountCents: cents(100) }));
    expect(started()).toHaveLength(1);
  });

  it('starts no auto-load while as many loads wait as the issuer takes in an hour, which is no failure', async () => {
    await setAutoLoad(world.services, await world.card(card), { ...order, below: cents(3_000) });
    const loading = { user, cardId: card.cardId, requestedCents: cents(100), includesFee: false, claim: undefined };
    for (let times = 0; times < limits.loadsUnderWayMax; times += 1) await requestLoad(world.services, loading);
    await post();
    expect(started()).toEqual([]);
    expect((await orderNow())?.failures).toBe(0);
    expect(await orderNow()).not.toHaveProperty('failure');
  });

  it.each([
    ['a balance of exactly the ordered minimum', { amountCents: cents(100) }],
    ['a fee', { isFee: true }],
    ['a refund', { direction: 'credit' }],
  ] as const)('starts no auto-load for %s', async (_what, changes) => {
    await post(purchase(changes));
    expect(started()).toEqual([]);
  });
});

describe('a fee that rises', () => {
  const at = (loadFixedCents: number) => changePrices(world, { ...firstPrices, loadFixedCents: cents(loadFixedCents) });

  it('pauses auto-load until its owner orders it again', async () => {
    await at(101);
    await post();
    expect(started()).toEqual([]);
    expect(await orderNow()).toMatchObject({ failures: 0, failure: expect.stringContaining('has risen') });
    await setAutoLoad(world.services, card, { ...order, quotedVersion: '2' });
    expect(await orderNow()).toMatchObject({ feeCents: 161, failures: 0 });
    expect((await orderNow())?.failure).toBeUndefined();
    await post();
    expect(started()).toMatchObject([{ feeCents: 161, priceVersion: 2 }]);
  });

  it('ends the pause by falling below the fee of the order', async () => {
    await at(101);
    await post();
    await at(90);
    await post();
    expect(started()).toMatchObject([{ feeCents: 150, priceVersion: 3 }]);
  });

  it('pauses an order that was stored without a fee, too', async () => {
    const { feeCents: _fee, ...older } = (await orderNow()) as AutoLoad;
    await change({ autoLoad: older });
    await at(101);
    await post();
    expect(started()).toEqual([]);
  });
});

describe('limits that fall', () => {
  const large = { ...order, below: cents(5_000), amount: cents(6_000), monthlyMax: cents(60_000) };
  const lower = (balance: number, month = 1_000_000) =>
    changeLimits(world, { balanceCents: cents(balance), monthlySpendCents: cents(month) });

  it('pause an auto-load that no longer fits the card, with a reason, until a smaller one is ordered', async () => {
    await setAutoLoad(world.services, card, large);
    await lower(10_999);
    await post();
    expect(started()).toEqual([]);
    expect(await orderNow()).toMatchObject({ failures: 0, failure: expect.stringContaining('has fallen') });
    const again = (amount: number) => setAutoLoad(world.services, card, { ...large, amount: cents(amount) });
    await expect(again(6_000)).rejects.toMatchObject({ code: 'CardBalanceLimit' });
    await again(5_999);
    await post();
    expect(started()).toMatchObject([{ amountCents: 5_999 }]);
  });

  it('do not pause an auto-load that still fits the card', async () => {
    await setAutoLoad(world.services, card, large);
    await lower(11_000);
    await post();
    expect(started()).toMatchObject([{ amountCents: 6_000 }]);
  });

  it.each([
    [497_500, 1],
    [497_501, 0],
  ])('of a month count the purchase too: after %d cents spent, %d auto-loads start', async (spentCents, expected) => {
    await lower(500_000, 500_000);
    const spendMonth = new Date(world.clock.now()).toISOString().slice(0, 7);
    await change({ spendMonth, spentThisMonthCents: cents(spentCents) });
    await post();
    expect(started()).toHaveLength(expected);
    const failure = expected === 0 ? expect.stringContaining('It goes on next month') : undefined;
    expect(await orderNow()).toMatchObject({ failures: 0, ...(failure && { failure }) });
    expect((await orderNow())?.failure === undefined).toBe(expected === 1);
  });

  it('of a month say that an order ends which has its end in that month', async () => {
    await lower(500_000, 500_000);
    const spendMonth = new Date(world.clock.now()).toISOString().slice(0, 7);
    await change({ spendMonth, spentThisMonthCents: cents(497_501) });
    await change({ autoLoad: { ...((await orderNow()) as AutoLoad), untilMs: world.clock.now() + 1_000 } });
    await post();
    expect((await orderNow())?.failure).toContain('It ends before next month; nothing was charged.');
  });
});

describe('an old purchase', () => {
  it('from before the order starts nothing', async () => {
    await post(purchase({ atMs: world.clock.now() - steeringKeptMs - 2_000 }));
    expect(started()).toEqual([]);
  });

  it('starts nothing a day later', async () => {
    const transaction = purchase();
    world.clock.advance(26 * 60 * 60_000);
    await post(transaction);
    expect(started()).toEqual([]);
  });

  it('starts an auto-load when its webhook was lost and the card was read hours later', async () => {
    const transaction = purchase();
    world.clock.advance(20 * 60 * 60_000);
    await post(transaction);
    expect(started()).toHaveLength(1);
  });
});

describe('the limits of an auto-load order', () => {
  it('include the monthly maximum, counted in the write of the load; the capped month is stored', async () => {
    for (let time = 1; time <= 4; time += 1) {
      await post(purchase({ amountCents: cents(time === 1 ? 200 : 1_950) }));
      await sweep();
    }
    expect(started()).toHaveLength(2);
    const month = new Date(world.clock.now()).toISOString().slice(0, 7);
    expect(await world.card(card)).toMatchObject({ autoLoadMonth: month, autoLoadedCents: 4_000 });
    expect(await orderNow()).toMatchObject({ cappedMonth: month, failures: 0 });
  });

  it('start each month from zero', async () => {
    await change({ autoLoadMonth: '2026-10', autoLoadedCents: cents(5_000) });
    await post();
    expect(await world.card(card)).toMatchObject({ autoLoadMonth: '2026-11', autoLoadedCents: 2_000 });
  });

  it('hold for a month that a process with another clock has begun, also when that load is released', async () => {
    await change({ autoLoadMonth: '2026-12', autoLoadedCents: cents(4_000) });
    await post();
    expect(started()).toEqual([]);
    await change({ autoLoadedCents: cents(3_000) });
    world.issuer.misbehave('load', { does: 'declined', reason: 'unavailable' });
    await post();
    expect(await world.card(card)).toMatchObject({ autoLoadMonth: '2026-12', autoLoadedCents: 5_000 });
    world.clock.advance(Date.UTC(2026, 11, 1) - world.clock.now());
    await sweep();
    expect(started()).toMatchObject([{ state: 'released' }]);
    expect(await world.card(card)).toMatchObject({ autoLoadedCents: 3_000 });
  });

  it('include the balance limit of the card', async () => {
    await begin(1_000_000);
    await change({ autoLoad: { ...(await present()), amountCents: cents(499_900), monthlyMaxCents: cents(999_999) } });
    await post();
    expect(started()).toEqual([]);
    expect(await present()).toMatchObject({ failures: 0 });
  });

  it('include the time at which the order ends', async () => {
    await change({ autoLoad: { ...(await present()), untilMs: world.clock.now() + 1 } });
    world.clock.advance(1);
    await post();
    expect(started()).toEqual([]);
  });

  const present = async (): Promise<AutoLoad> => {
    const found = await orderNow();
    if (found === undefined) throw new Error('there is no order');
    return found;
  };
});

describe('auto-load pauses', () => {
  it('while the account is locked', async () => {
    await setAccountLock(world.services, { userId: user.userId, isLocked: true });
    await post();
    expect(started()).toEqual([]);
    expect(await orderNow()).toMatchObject({ failures: 0 });
  });

  it.each<Partial<Card>>([
    { frozenReasons: ['owner'] },
    { frozenReasons: ['suspension'] },
    { frozenReasons: ['debt'] },
    { frozenReasons: ['declines'] },
    { blockedReason: 'Blocked for fraud.' },
  ])('while the card is %j', async (changes) => {
    await change(changes);
    await post();
    expect(started()).toEqual([]);
    expect(await orderNow()).toMatchObject({ failures: 0 });
  });

  it('while the account is suspended, even before its cards are marked', async () => {
    await world.store.commit([update('user', user, { isSuspended: true })]);
    await post();
    expect(started()).toEqual([]);
  });

  it('while our float at the issuer is short, which is no failure, and the next purchase starts it', async () => {
    await emptyFloat(world);
    await post();
    expect(started()).toEqual([]);
    expect(await orderNow()).toMatchObject({ failures: 0, failure: expect.stringContaining('Nothing was charged') });
    expect(await world.card(card)).toMatchObject({ pendingInCents: 0 });
    expect((await world.card(card)).autoLoadedCents ?? 0).toBe(0);
    world.issuer.floatCents = cents(100_000_000);
    await readFloat(world.services, cents(0));
    await post();
    expect(started()).toHaveLength(1);
    await sweep();
    expect((await orderNow())?.failure).toBeUndefined();
  });

  it('while loads are switched off, which is no failure, and the next purchase starts it', async () => {
    await switchOff(world.services, ['load']);
    await post();
    expect(started()).toEqual([]);
    expect(await orderNow()).toMatchObject({ failures: 0, failure: expect.stringContaining('Nothing was charged') });
    await switchOff(world.services, []);
    world.clock.advance(steeringKeptMs);
    await post();
    expect(started()).toHaveLength(1);
  });

  it('while terms that changed are not accepted, which is no failure, and the next purchase starts it', async () => {
    await acceptOlderTerms(world.services, user);
    await post();
    expect(started()).toEqual([]);
    expect(await orderNow()).toMatchObject({ failures: 0, failure: expect.stringContaining('terms have changed') });
    await acceptTerms(world.services, user.userId, termsVersion);
    await post();
    expect(started()).toHaveLength(1);
    await sweep();
    expect((await orderNow())?.failure).toBeUndefined();
  });

  it('and counts no failure when the issuer refuses it for want of float', async () => {
    await post();
    world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    await sweep();
    expect(started()).toMatchObject([{ state: 'released' }]);
    expect(await orderNow()).toMatchObject({ failures: 0, failure: expect.stringContaining('Nothing was charged') });
  });

  it('and sends no load that was held before the card was frozen, which is no failure', async () => {
    await post();
    await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
    await sweep();
    expect(started()).toMatchObject([{ state: 'released' }]);
    expect(await orderNow()).toMatchObject({ failures: 0 });
    expect(await world.card(card)).toMatchObject({ autoLoadedCents: 0, pendingInCents: 0 });
  });
});

describe('failures', () => {
  it('are counted, and the third in a row ends the order', async () => {
    await begin(2_000 + 2_159);
    await post();
    expect(await orderNow()).toMatchObject({
      failures: 1,
      failure: 'Your balance has $21.59, and $21.60 is needed.',
    });
    await post(purchase({ amountCents: cents(50) }));
    expect(await orderNow()).toMatchObject({ failures: 2 });
    await post(purchase({ amountCents: cents(50) }));
    expect(await world.card(card)).toMatchObject({ autoLoadStoppedAtMs: world.clock.now() });
    expect(await orderNow()).toBeUndefined();
    await post(purchase({ amountCents: cents(50) }));
    expect(started()).toEqual([]);
  });

  it('at the issuer release the hold, and the amount does not count for the month', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'unavailable' });
    await post();
    await sweep();
    expect(started()).toMatchObject([{ state: 'released' }]);
    expect(await world.card(card)).toMatchObject({ autoLoadedCents: 0, pendingInCents: 0 });
    expect(await orderNow()).toMatchObject({ failures: 1 });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 20_000, heldCents: 0 });
  });

  it('at the issuer of a load of last month leave the sum of this month as it is', async () => {
    world.clock.advance(Date.UTC(2026, 11, 1) - 30_000 - world.clock.now());
    await post();
    world.clock.advance(60_000);
    await change({ autoLoadMonth: '2026-12', autoLoadedCents: cents(3_000) });
    world.issuer.misbehave('load', { does: 'declined', reason: 'unavailable' });
    await sweep();
    expect(started()).toMatchObject([{ state: 'released' }]);
    expect(await world.card(card)).toMatchObject({ autoLoadMonth: '2026-12', autoLoadedCents: 3_000 });
  });

  it('are reset when an auto-load succeeds', async () => {
    await begin(4_000);
    await post();
    expect(await orderNow()).toMatchObject({ failures: 1 });
    await world.store.commit([update('wallet', await world.wallet(user), {})]);
    await change({ autoLoad: { ...(await orderNow()), amountCents: cents(500) } as AutoLoad });
    await post(purchase({ amountCents: cents(50) }));
    await sweep();
    expect(started()).toMatchObject([{ state: 'settled' }]);
    expect(await orderNow()).toMatchObject({ failures: 0 });
    expect((await orderNow())?.failure).toBeUndefined();
  });

  it('of a load that began before the order was changed do not count for the new order', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'unavailable' });
    await post();
    world.clock.advance(1_000);
    await setAutoLoad(world.services, card, order);
    await sweep();
    expect(started()).toMatchObject([{ state: 'released' }]);
    expect(await orderNow()).toMatchObject({ failures: 0 });
  });
});
