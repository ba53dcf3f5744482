import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert, update, type Store } from '#functions/ports/store.ts';
import { describeReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { payOut } from '#functions/domain/referrals/pay-out.ts';
import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import { requestPayout } from '#functions/domain/referrals/request-payout.ts';
import { setReferralTerms } from '#functions/domain/referrals/set-referral-terms.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

let world: ReferralWorld;
let customers: User[];

const ask = (): Promise<unknown> =>
  refusalOf(requestPayout(world.services, { userId: world.referrer.userId, claim: undefined }));
const stats = async () => describeReferralAccount(await world.account());
const balance = async (): Promise<number> => (await world.wallet(world.referrer)).availableCents;

/** Adds this many customers, each of whom earns the referrer $6. */
async function earn(people: number): Promise<void> {
  for (let count = 0; count < people; count += 1) customers.push(await world.customer());
}

beforeEach(async () => {
  world = await referralWorld();
  customers = [];
});

describe('asking for a payout', () => {
  it('is refused below a whole unit of $25', async () => {
    expect(await ask()).toBe('InsufficientFunds');
    await earn(4);
    expect(await ask()).toBe('InsufficientFunds');
    expect(await stats()).toEqual({
      totalEarnings: 2_400,
      totalWithdrawn: 0,
      withdrawableAmount: 0,
      remainingToNextPayout: 100,
      pendingRequest: null,
    });
  });

  it('takes whole units, one request at a time', async () => {
    await earn(5);
    expect(await stats()).toMatchObject({ withdrawableAmount: 2_500, remainingToNextPayout: 0 });
    expect(await ask()).toMatch(/^mov_/);
    expect(await ask()).toBe('Conflict');
    expect(await stats()).toEqual({
      totalEarnings: 3_000,
      totalWithdrawn: 0,
      withdrawableAmount: 0,
      remainingToNextPayout: 2_000,
      pendingRequest: { amount: 2_500, requestedAt: new Date(world.clock.now()).toISOString() },
    });
    expect(await balance()).toBe(10_000);
  });

  it('accepts one of twenty requests at the same time', async () => {
    await earn(9);
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.filter((answer) => answer === 'Conflict')).toHaveLength(19);
    expect((await world.account()).requested?.amountCents).toBe(5_000);
  });
});

describe('the payout job', () => {
  it('pays the requested amount into the balance, once', async () => {
    await earn(5);
    const payoutId = await ask();
    const askedAtMs = world.clock.now();
    world.clock.advance(60 * 60_000);
    expect(await payReferrals(world.services)).toEqual({ rewards: 0, payouts: 1, failed: 0 });
    expect(await payReferrals(world.services)).toEqual({ rewards: 0, payouts: 0, failed: 0 });
    expect(await balance()).toBe(12_500);
    expect(await stats()).toEqual({
      totalEarnings: 3_000,
      totalWithdrawn: 2_500,
      withdrawableAmount: 0,
      remainingToNextPayout: 2_000,
      pendingRequest: null,
    });
    const [line] = (await world.store.listActivity(world.referrer.userId, { limit: 10 })).items;
    expect(line).toMatchObject({
      subjectId: payoutId,
      kind: 'referral_payout',
      direction: 'credit',
      status: 'completed',
      amountCents: 2_500,
      paidCents: 2_500,
      createdAtMs: askedAtMs,
      updatedAtMs: world.clock.now(),
    });
    expectSoundBooks(world);
  });

  it('pays once when ten run at the same time', async () => {
    await earn(5);
    await ask();
    const runs = await Promise.all(Array.from({ length: 10 }, () => payReferrals(world.services)));
    expect(runs.reduce((total, { payouts }) => total + payouts, 0)).toBe(1);
    expect(await balance()).toBe(12_500);
    expectSoundBooks(world);
  });

  it.each(['before', 'after'] as const)('pays once though it dies %s any of its writes', async (when) => {
    for (let at = 0; ; at += 1) {
      world = await referralWorld();
      await earn(5);
      await ask();
      world.dieAt(at, when);
      await payReferrals(world.services).catch(() => undefined);
      const hasDied = world.revive();
      await payReferrals(world.services);
      expect(await balance(), `died ${when} write ${at}`).toBe(12_500);
      expectSoundBooks(world);
      if (!hasDied) break;
      expect(at).toBeLessThan(10);
    }
  });

  it('retries the payout of a suspended referrer an hour later', async () => {
    await earn(5);
    await ask();
    await world.setUser(world.referrer.userId, { isSuspended: true });
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 0 });
    expect((await world.account()).dueAtMs).toBe(world.clock.now() + 60 * 60_000);
  });

  it('finds a reward for the referrer’s own second account behind the first page of rewards', async () => {
    await earn(5);
    await ask();
    const [oldest] = customers;
    if (!oldest) throw new Error('no customer');
    await world.setUser(oldest.userId, { email: 'gracehopper+me@example.com' });
    const listRewards = world.store.listRewards.bind(world.store);
    world.store.listRewards = (userId, { cursor }) => listRewards(userId, { limit: 1, cursor });
    // $6 of $30 are taken back, so no unit is left.
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 0 });
    expect((await world.account()).balanceCents).toBe(2_400);
    expectSoundBooks(world);
  });

  it('finds the oldest reward when there is more than one page of rewards', async () => {
    await earn(51);
    await ask();
    const [oldest] = customers;
    if (!oldest) throw new Error('no customer');
    await world.setUser(oldest.userId, { email: 'gracehopper+me@example.com' });
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 1 });
    expect((await world.reward(oldest, 'signup'))?.stage).toBe('cancelled');
    // $306, less $6 for the referrer's own second account.
    expect((await world.account()).withdrawnCents).toBe(30_000);
  });

  it('pays for 5,000 rewards at once, in time and in one small write', async () => {
    const { userId: referrerId } = world.referrer;
    const { store } = world;
    const rewards = 5_000;
    // Far from the ids of the world, which count on from file to file.
    const first = 1_000_000_000;
    for (let place = first; place < first + rewards; place += 1) {
      const refereeId = idAt('usr', place);
      const reward = { ...samples.reward, refereeId, referrerId, rewardId: idAt('rwd', place) };
      await store.commit([
        insert('user', { ...samples.user, userId: refereeId, email: `${place}@example.com` }),
        insert('reward', { ...reward, event: 'signup', amountCents: cents(100), stage: 'matured', dueAtMs: undefined }),
      ]);
    }
    await world.setAccount({ balanceCents: cents(100 * rewards) });
    await ask();
    let calls = 0;
    let writes = 0;
    const counted = new Proxy(store, {
      get: (target, name: keyof Store) => {
        const own = target[name] as (...given: readonly unknown[]) => unknown;
        return (...given: readonly unknown[]) => {
          calls += 1;
          if (name === 'commit') writes = Math.max(writes, (given[0] as readonly unknown[]).length);
          return own(...given);
        };
      },
    });
    expect(await payReferrals({ ...world.services, store: counted })).toMatchObject({ payouts: 1, failed: 0 });
    expect(await balance()).toBe(10_000 + 100 * rewards);
    // At 10 ms a call, a twentieth of the time that the function has.
    expect(calls).toBeLessThan(300);
    expect(writes).toBeLessThan(20);
  });

  it('does not take back money that was paid out before', async () => {
    await earn(5);
    await ask();
    await payReferrals(world.services);
    const [oldest] = customers;
    if (!oldest) throw new Error('no customer');
    await world.setUser(oldest.userId, { email: 'gracehopper+me@example.com' });
    await earn(4);
    await ask();
    await payReferrals(world.services);
    expect((await world.reward(oldest, 'card_created'))?.stage).toBe('matured');
    expect((await world.account()).withdrawnCents).toBe(5_000);
    expectSoundBooks(world);
  });

  it('pays the referrer’s debt first', async () => {
    await earn(5);
    const deposit = await world.deposit(world.referrer);
    // The money is spent on two cards and a load, then the deposit is taken back.
    await world.openCard(world.referrer);
    const wallet = await world.wallet(world.referrer);
    expect(wallet.availableCents).toBe(13_000);
    const card = await world.openCard(world.referrer);
    const load = { user: world.referrer, cardId: card.cardId, requestedCents: cents(7_000), includesFee: false };
    const operationId = await requestLoad(world.services, { ...load, claim: undefined });
    await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 6_000 });
    await world.report(deposit, { state: 'refunded' });
    const { availableCents, debtCents } = await world.wallet(world.referrer);
    expect([availableCents, debtCents]).toEqual([0, 1_310]);
    await ask();
    await payReferrals(world.services);
    expect(await world.wallet(world.referrer)).toMatchObject({ availableCents: 2_500 - debtCents, debtCents: 0 });
    expectSoundBooks(world);
  });

  it('puts off the payout of a suspended referrer, and pays it when they are back', async () => {
    await earn(5);
    await ask();
    await world.setUser(world.referrer.userId, { isSuspended: true });
    await payReferrals(world.services);
    expect(await balance()).toBe(10_000);
    expect((await stats()).pendingRequest).not.toBeNull();
    await world.setUser(world.referrer.userId, { isSuspended: false });
    world.clock.advance(60 * 60_000);
    await payReferrals(world.services);
    expect(await balance()).toBe(12_500);
    expectSoundBooks(world);
  });

  it('ends the payouts of an erased referrer, whose rewards stay where they are', async () => {
    await setReferralTerms(world.services, world.referrer.userId, { isAutomatic: true });
    await world.setUser(world.referrer.userId, { closedAtMs: world.clock.now() });
    await earn(5);
    await payReferrals(world.services);
    expect((await world.account()).dueAtMs).toBe(world.clock.now() + 60 * 60_000);
    await world.setUser(world.referrer.userId, { erasedAtMs: world.clock.now() });
    world.clock.advance(60 * 60_000);
    await payReferrals(world.services);
    expect(await world.account()).toMatchObject({ balanceCents: 3_000, requested: undefined, dueAtMs: undefined });
    await earn(1);
    expect(await world.account()).toMatchObject({ balanceCents: 3_600, dueAtMs: undefined });
    expectSoundBooks(world);
  });

  it('pays nothing when the referrer is suspended at the same moment', async () => {
    await earn(5);
    await ask();
    world.store.beforeCommit = (writes) => {
      if (!writes.some((write) => write.kind === 'movement')) return;
      world.store.beforeCommit = undefined;
      const [user] = world.store.all('user').filter(({ userId }) => userId === world.referrer.userId);
      if (user) void world.store.commit([update('user', user, { isSuspended: true })]);
    };
    await payReferrals(world.services);
    expect(await balance()).toBe(10_000);
  });

  it('takes back rewards for accounts that turn out to be the same person, and pays whole units of the rest', async () => {
    await earn(9);
    await ask();
    expect((await world.account()).requested?.amountCents).toBe(5_000);
    // The referrer now deposits from the address of one of the customers.
    const [own] = customers;
    if (!own) throw new Error('no customer');
    await world.deposit(own, { sourceAddress: 'T-same' });
    await world.deposit(world.referrer, { sourceAddress: 'T-same' });
    await payReferrals(world.services);
    expect(await stats()).toMatchObject({ totalEarnings: 4_800, totalWithdrawn: 2_500, pendingRequest: null });
    expect((await world.reward(own, 'card_created'))?.stage).toBe('cancelled');
    expect(await balance()).toBe(17_500);
    expectSoundBooks(world);
  });

  it('finds a reward for the referrer’s own second account behind others that failed', async () => {
    const own = await world.customer();
    await earn(4);
    for (let count = 0; count < 6; count += 1) {
      const deposit = await world.deposit(await world.referred());
      await world.report(deposit, { state: 'refunded' });
    }
    await ask();
    await world.setUser(own.userId, { email: 'GraceHopper@example.com' });
    await payReferrals(world.services);
    expect((await world.reward(own, 'card_created'))?.stage).toBe('cancelled');
    expect(await stats()).toMatchObject({ totalEarnings: 2_400, totalWithdrawn: 0 });
  });

  it('takes back rewards for the referrer’s own second account before an automatic payout too', async () => {
    await earn(9);
    const [own] = customers;
    if (!own) throw new Error('no customer');
    await world.setUser(own.userId, { email: 'GraceHopper@example.com' });
    await setReferralTerms(world.services, world.referrer.userId, { isAutomatic: true });
    await payReferrals(world.services);
    expect((await world.reward(own, 'card_created'))?.stage).toBe('cancelled');
    expect(await stats()).toMatchObject({ totalEarnings: 4_800, totalWithdrawn: 2_500 });
  });

  it('finds the address from which both accounts paid among other addresses', async () => {
    await earn(5);
    const [own] = customers;
    if (!own) throw new Error('no customer');
    for (const sourceAddress of ['T-first', 'T-same', 'T-last']) await world.deposit(world.referrer, { sourceAddress });
    await world.deposit(own, { sourceAddress: 'T-same' });
    await ask();
    await payReferrals(world.services);
    expect((await world.reward(own, 'card_created'))?.stage).toBe('cancelled');
  });

  it('pays the amount that is requested at the time of payment, not the one read before', async () => {
    await earn(5);
    await ask();
    const { store } = world;
    let isFirst = true;
    const get = (async (kind, key) => {
      const seen = await store.get(kind, key);
      if (kind === 'referralAccount' && isFirst) {
        isFirst = false;
        await payReferrals(world.services);
        await earn(5);
        await ask();
      }
      return seen;
    }) as Store['get'];
    const overtaken = { ...world.services, store: Object.assign(Object.create(store) as Store, { get }) };
    expect(await payOut(overtaken, world.referrer.userId)).toBe('paid');
    expect(await stats()).toMatchObject({ totalWithdrawn: 5_000, pendingRequest: null });
    expectSoundBooks(world);
  });

  it('drops a payout request when less than one unit is left', async () => {
    await earn(5);
    await ask();
    for (const { userId } of customers.slice(0, 2)) await world.setUser(userId, { email: 'GraceHopper@example.com' });
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 0, failed: 0 });
    expect(await stats()).toMatchObject({ totalEarnings: 1_800, pendingRequest: null, remainingToNextPayout: 700 });
    expect((await world.account()).dueAtMs).toBeUndefined();
    expect(await balance()).toBe(10_000);
    expectSoundBooks(world);
  });

  it('settles rewards that were paid and then taken back with later rewards', async () => {
    const first = await world.referred();
    const deposit = await world.deposit(first);
    await earn(4);
    await ask();
    await payReferrals(world.services);
    await world.report(deposit, { state: 'refunded' });
    expect(await stats()).toMatchObject({
      totalEarnings: 2_400,
      totalWithdrawn: 2_500,
      withdrawableAmount: 0,
      remainingToNextPayout: 2_600,
    });
    expectSoundBooks(world);
  });

  it('starts automatically with the reward that completes a unit', async () => {
    await setReferralTerms(world.services, world.referrer.userId, { isAutomatic: true });
    await earn(4);
    expect(await world.account()).toMatchObject({ balanceCents: 2_400, dueAtMs: undefined });
    await world.deposit(await world.referred());
    expect(await world.account()).toMatchObject({ balanceCents: 2_500, dueAtMs: world.clock.now() });
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 1 });
  });

  it('starts and pays automatically for people who chose that', async () => {
    const { userId } = world.referrer;
    await setReferralTerms(world.services, userId, { isAutomatic: true });
    await earn(4);
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 0 });
    await earn(1);
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 1 });
    expect(await stats()).toMatchObject({ totalWithdrawn: 2_500, pendingRequest: null });
    expect(await balance()).toBe(12_500);
    expectSoundBooks(world);
  });

  it('goes on by itself with a unit that was completed while a request waited', async () => {
    await setReferralTerms(world.services, world.referrer.userId, { isAutomatic: true });
    await earn(5);
    await ask();
    await earn(4);
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 1 });
    expect(await balance()).toBe(12_500);
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 1 });
    expect(await balance()).toBe(15_000);
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 0 });
    expectSoundBooks(world);
  });

  it('starts at once when automatic payout is chosen with a full unit, and not after the choice is undone', async () => {
    await earn(5);
    const { userId } = world.referrer;
    await setReferralTerms(world.services, userId, { isAutomatic: true });
    await setReferralTerms(world.services, userId, { isAutomatic: false });
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 0 });
    await setReferralTerms(world.services, userId, { isAutomatic: true });
    const runs = await Promise.all([payReferrals(world.services), payReferrals(world.services)]);
    expect(runs.reduce((total, { payouts }) => total + payouts, 0)).toBe(1);
    expect(await balance()).toBe(12_500);
    expectSoundBooks(world);
  });

  it('keeps a requested payout when the terms change, and records the change', async () => {
    await earn(5);
    await ask();
    const { userId } = world.referrer;
    await setReferralTerms(world.services, userId, { isPremium: true, isAutomatic: false });
    expect(world.store.all('audit').filter(({ action }) => action === 'referral-terms')).toMatchObject([
      {
        actorId: 'command-line',
        subjectId: userId,
        before: { isPremium: false, isAutomatic: false },
        after: { isPremium: true, isAutomatic: false },
      },
    ]);
    expect(await payReferrals(world.services)).toMatchObject({ payouts: 1 });
  });

  it('continues with the other payouts when one fails', async () => {
    await earn(5);
    await ask();
    const stray = await world.referred({ referredBy: `usr_${'7'.repeat(26)}` });
    await world.deposit(stray);
    expect(await payReferrals(world.services)).toEqual({ rewards: 0, payouts: 1, failed: 1 });
    expect(cents(await balance())).toBe(12_500);
  });
});
