import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { limits } from '#shared/limits.ts';
import type { ReferralAccount, Reward } from '#functions/ports/entities/referrals.ts';
import { update } from '#functions/ports/store.ts';
import { judgeReferral } from '#functions/domain/auth/sign-up/judge-referral.ts';
import { payOut } from '#functions/domain/referrals/pay-out.ts';
import { requestPayout } from '#functions/domain/referrals/request-payout.ts';
import {
  describeReferralAccount,
  missingOf,
  newReferralAccount,
  openReferralAccount,
  payoutDueAtMs,
  wholeUnits,
  withdrawableOf,
} from '#functions/domain/referrals/referral-account.ts';
import { earnedOnDay, waitOf } from '#functions/domain/referrals/reward-cap.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { referralWorld } from '#test/support/referral-world.ts';
import { samples } from '#test/support/sample-entities.ts';

const day = 24 * 60 * 60_000;
const account = (changes: Partial<ReferralAccount> = {}): ReferralAccount => ({
  ...newReferralAccount('usr_00000000000000000000000001', 0),
  ...changes,
});
const requested = { payoutId: 'mov_00000000000000000000000001', amountCents: cents(2_500), atMs: 5 } as const;

describe('the units of a payout', () => {
  it.each([
    [-1, 0],
    [0, 0],
    [2_499, 0],
    [2_500, 2_500],
    [4_999, 2_500],
    [5_000, 5_000],
  ])('of %i cents are %i', (amount, whole) => {
    expect(wholeUnits(cents(amount))).toBe(whole);
  });

  it.each([
    [0, undefined, 0, 2_500],
    [1, undefined, 0, 2_499],
    [2_499, undefined, 0, 1],
    [2_500, undefined, 2_500, 0],
    [5_100, undefined, 5_000, 0],
    [2_500, requested, 0, 2_500],
    [4_999, requested, 0, 1],
    [5_000, requested, 2_500, 0],
    [-300, undefined, 0, 2_800],
  ])(
    'with %i cents in the account and %j requested: %i can be requested, %i are missing',
    (balance, asked, most, missing) => {
      const it = account({ balanceCents: cents(balance), requested: asked });
      expect(withdrawableOf(it)).toBe(most);
      expect(missingOf(it)).toBe(missing);
    },
  );

  it('are shown with the earned and withdrawn sums', () => {
    const it = account({ balanceCents: cents(5_100), withdrawnCents: cents(7_500), requested });
    expect(describeReferralAccount(it)).toEqual({
      totalEarnings: 12_600,
      totalWithdrawn: 7_500,
      withdrawableAmount: 2_500,
      remainingToNextPayout: 0,
      pendingRequest: { amount: 2_500, requestedAt: '1970-01-01T00:00:00.005Z' },
    });
    expect(describeReferralAccount(account()).pendingRequest).toBeNull();
  });
});

describe('the payout job checks an account', () => {
  it.each([
    ['without a request never', {}, undefined],
    ['with a request at once', { requested }, 9],
    ['with a postponed request at the set time', { requested, dueAtMs: 77 }, 77],
    ['with automatic payout and a whole unit at once', { isAutomatic: true, balanceCents: cents(2_500) }, 9],
    [
      'with automatic payout, a whole unit and a set time at that time',
      { isAutomatic: true, balanceCents: cents(2_500), dueAtMs: 77 },
      77,
    ],
    [
      'with automatic payout and less than a unit never',
      { isAutomatic: true, balanceCents: cents(2_499), dueAtMs: 77 },
      undefined,
    ],
    ['with a whole unit but no request never', { balanceCents: cents(2_500) }, undefined],
  ])('%s', (_what, changes, dueAtMs) => {
    expect(payoutDueAtMs(account(changes), 9)).toBe(dueAtMs);
  });
});

describe('a reward is booked', () => {
  const reward: Reward = { ...samples.reward, amountCents: cents(500) };
  const nowMs = Date.UTC(2026, 10, 21, 13);
  const tomorrowMs = Date.UTC(2026, 10, 22);
  const today = (rewards: number) => ({ earnedOn: { day: '2026-11-21', rewards } });

  it.each([
    ['the first', {}],
    ['the 250th of a day', today(249)],
    ['the first of another day', { earnedOn: { day: '2026-11-20', rewards: 9_999 } }],
    ['the last one up to $25,000', { balanceCents: cents(1_000_000), withdrawnCents: cents(1_499_500) }],
  ])('at once when it is %s', (_what, changes) => {
    expect(waitOf(account(changes), reward, nowMs)).toBeUndefined();
  });

  it.each([
    ['the 251st of a day', today(250), 'Up to 250 rewards are credited per day. This one follows tomorrow.'],
    [
      'a cent beyond $25,000',
      { balanceCents: cents(1_000_001), withdrawnCents: cents(1_499_500) },
      'Up to $25,000.00 is credited in total. Our team reviews your account before this one follows.',
    ],
  ])('tomorrow when it is %s', (_what, changes, reason) => {
    expect(waitOf(account(changes), reward, nowMs)).toEqual({ reason, dueAtMs: tomorrowMs });
  });

  it('and counted on its day', () => {
    expect(earnedOnDay(account(), nowMs)).toEqual({ day: '2026-11-21', rewards: 1 });
    expect(earnedOnDay(account(today(4)), nowMs)).toEqual({ day: '2026-11-21', rewards: 5 });
    expect(earnedOnDay(account(today(4)), nowMs + day)).toEqual({ day: '2026-11-22', rewards: 1 });
  });
});

describe('a payout', () => {
  let world: MoneyWorld;
  const open = async (changes: Partial<ReferralAccount>) => {
    const user = await world.cardholder(0);
    const opened = await openReferralAccount(world.services, user.userId);
    await world.store.commit([update('referralAccount', opened, changes)]);
    return user;
  };

  beforeEach(() => {
    world = moneyWorld();
  });

  it('is refused while one is pending, at any balance', async () => {
    const user = await open({ balanceCents: cents(7_500), requested });
    await expect(requestPayout(world.services, { userId: user.userId, claim: undefined })).rejects.toMatchObject({
      code: 'Conflict',
      message: 'A payout of $25.00 is already on its way. You can ask again once it is paid.',
    });
  });

  it('is requested in whole units, with its time', async () => {
    const user = await open({ balanceCents: cents(5_100) });
    const payoutId = await requestPayout(world.services, { userId: user.userId, claim: undefined });
    const nowMs = world.clock.now();
    expect(await world.store.get('referralAccount', user)).toMatchObject({
      requested: { payoutId, amountCents: 5_000, atMs: nowMs },
      dueAtMs: nowMs,
      balanceCents: 5_100,
    });
  });

  it('is not paid a millisecond before it is due', async () => {
    const world = await referralWorld();
    const { services, referrer, clock } = world;
    await world.customer();
    await world.customer();
    await world.customer();
    await world.customer();
    await world.customer();
    await requestPayout(services, { userId: referrer.userId, claim: undefined });
    const before = (await world.wallet(referrer)).availableCents;
    await world.setAccount({ dueAtMs: clock.now() + 1 });
    expect(await payOut(services, referrer.userId)).toBe('nothing');
    expect((await world.wallet(referrer)).availableCents).toBe(before);
    clock.advance(1);
    expect(await payOut(services, referrer.userId)).toBe('paid');
    expect((await world.wallet(referrer)).availableCents).toBe(before + 2_500);
    expect(await payOut(services, referrer.userId)).toBe('nothing');
    expect(await world.account()).toMatchObject({ requested: undefined, dueAtMs: undefined, withdrawnCents: 2_500 });
    expectSoundBooks(world);
  });
});

describe('a referral link', () => {
  const judge = async (availableCents: number, debtCents = 0, changes = {}) => {
    const world = moneyWorld();
    const referrer = await world.cardholder(availableCents, changes);
    if (debtCents > 0)
      await world.store.commit([update('wallet', await world.wallet(referrer), { debtCents: cents(debtCents) })]);
    const user = await world.cardholder(0, { referredBy: referrer.userId });
    return judgeReferral(world.services, user);
  };

  it('is active with exactly $50', async () => {
    expect(limits.referralLinkActiveCents).toBe(5_000);
    expect(await judge(5_000)).toEqual({ attempted: true, eligible: true });
  });

  it.each([
    ['a cent less', 4_999, 0, {}],
    ['a cent less because of what is owed', 5_000, 1, {}],
    ['a suspended account', 9_000, 0, { isSuspended: true }],
    ['an address that is not verified', 9_000, 0, { isVerified: false }],
  ])('is not active with %s', async (_what, available, debt, changes) => {
    expect(await judge(available, debt, changes)).toEqual({
      attempted: true,
      eligible: false,
      reason: "The referrer's account is not eligible.",
    });
  });
});
