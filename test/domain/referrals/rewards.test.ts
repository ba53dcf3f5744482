import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import { maskEmail } from '#functions/domain/referrals/reward.ts';
import { decideReferral } from '#functions/domain/referrals/decide-referral.ts';
import { holdReferral } from '#functions/domain/referrals/hold-referral.ts';
import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import { setReferralTerms } from '#functions/domain/referrals/set-referral-terms.ts';
import { settleReward } from '#functions/domain/referrals/settle-reward.ts';
import { insert } from '#functions/ports/store.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

let world: ReferralWorld;

beforeEach(async () => {
  world = await referralWorld();
});

/** Spends a card almost empty and deletes it. */
async function forget(user: User, card: Card): Promise<void> {
  const { cardId } = card;
  world.issuer.charge(card.issuerCardId ?? '', 450, `last-${cardId}`);
  await catchUpCard(world.services, { userId: user.userId, cardId }, `last-${cardId}`);
  const operationId = await requestDeletion(world.services, { user, cardId, claim: undefined });
  await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 10_000 });
  expect((await world.card(card)).lifecycle).toBe('deleted');
}

describe('a sign-up', () => {
  it('promises a dollar that is not in the books yet', async () => {
    const user = await world.referred({ email: 'ada@example.com' });
    expect(await world.reward(user, 'signup')).toMatchObject({
      referrerId: world.referrer.userId,
      maskedEmail: 'ad…@example.com',
      amountCents: 100,
      stage: 'pending',
      dueAtMs: undefined,
    });
    await payReferrals(world.services);
    expect((await world.account()).balanceCents).toBe(0);
    expectSoundBooks(world);
  });

  it('earns the dollar with a credited deposit of at least $20, once', async () => {
    const user = await world.referred();
    const deposit = await world.deposit(user);
    for (let times = 0; times < 3; times += 1) await world.report(deposit, {});
    await world.deposit(user);
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'matured', cause: deposit.depositId });
    expect((await world.account()).balanceCents).toBe(100);
    expectSoundBooks(world);
  });

  it('earns nothing by a deposit that is not credited', async () => {
    const user = await world.referred();
    await world.deposit(user, { state: 'confirming' });
    await world.deposit(user, { state: 'expired', receivedAmount: undefined });
    expect((await world.reward(user, 'signup'))?.stage).toBe('pending');
  });

  it('earns nothing by a cent, however often it is paid', async () => {
    const user = await world.referred();
    for (let times = 0; times < 5; times += 1)
      await world.deposit(user, { state: 'paid_less', receivedAmount: '0.01' });
    await payReferrals(world.services);
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'pending', depositedCents: 5 });
    expect((await world.account()).balanceCents).toBe(0);
  });

  it('earns the dollar when several deposits come to $20 together', async () => {
    const user = await world.referred();
    await world.deposit(user, { state: 'paid_less', receivedAmount: '19.99' });
    expect((await world.reward(user, 'signup'))?.stage).toBe('pending');
    const { depositId: cause } = await world.deposit(user, { state: 'paid_less', receivedAmount: '0.01' });
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'matured', cause });
    expect((await world.account()).balanceCents).toBe(100);
  });

  it('earns the dollar once when deposits that come to $20 together are credited at the same time', async () => {
    const user = await world.referred();
    const deposits = await Promise.all([700, 800, 900].map((amountCents) => openDeposit(world, user, amountCents)));
    await Promise.all(
      deposits.map((deposit) => world.report(deposit, { state: 'paid', receivedAmount: deposit.payerAmount })),
    );
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'matured', depositedCents: 2_400 });
    expect((await world.account()).balanceCents).toBe(100);
    expectSoundBooks(world);
  });

  it('keeps the dollar when the deposit that earned it is refunded but others come to $20', async () => {
    const user = await world.referred();
    const first = await world.deposit(user);
    await world.deposit(user);
    await world.report(first, { state: 'refunded' });
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'matured', cause: first.depositId });
    await backOpenings(world);
    await reconcile(world.services);
    expect(world.logs.filter(({ fields }) => fields['part'] === 'rewards')).toEqual([]);
  });

  it('loses the dollar for good when the deposit that earned it is refunded', async () => {
    const user = await world.referred();
    const deposit = await world.deposit(user);
    await world.report(deposit, { state: 'refunded' });
    expect(await world.reward(user, 'signup')).toMatchObject({
      stage: 'cancelled',
      reason: 'Refunds brought their deposits below $20.00.',
    });
    expect((await world.account()).balanceCents).toBe(0);
    await world.deposit(user);
    expect((await world.reward(user, 'signup'))?.stage).toBe('cancelled');
    expectSoundBooks(world);
  });

  it('keeps the dollar while its deposit is locked, and loses it when the deposit is refunded after that', async () => {
    const user = await world.referred();
    const deposit = await world.deposit(user);
    await world.report(deposit, { state: 'locked' });
    expect((await world.reward(user, 'signup'))?.stage).toBe('matured');
    await world.report(deposit, { state: 'refunding' });
    await world.report(deposit, { state: 'refunded' });
    expect((await world.reward(user, 'signup'))?.stage).toBe('cancelled');
    expect((await world.account()).balanceCents).toBe(0);
    expectSoundBooks(world);
  });

  it('keeps the dollar when another deposit is refunded', async () => {
    const user = await world.referred();
    await world.deposit(user);
    const second = await world.deposit(user);
    await world.report(second, { state: 'refunded' });
    expect((await world.reward(user, 'signup'))?.stage).toBe('matured');
  });

  it('of a person whose referral did not count promises nothing', async () => {
    const user = await world.referred({ referral: { isEligible: false, reason: 'not eligible' } });
    await world.deposit(user);
    await world.openCard(user);
    expect(world.store.all('reward')).toEqual([]);
  });
});

describe('a first card', () => {
  it('earns the referrer five dollars, and the referred person theirs', async () => {
    const user = await world.customer();
    expect(await world.reward(user, 'card_created')).toMatchObject({ amountCents: 500, stage: 'matured' });
    expect((await world.account()).balanceCents).toBe(600);
    expect((await world.wallet(user)).availableCents).toBe(5_000 + 500 - 2_000);
    expectSoundBooks(world);
  });

  it('earns a premium referrer seven', async () => {
    await setReferralTerms(world.services, world.referrer.userId, { isPremium: true });
    await world.customer();
    expect((await world.account()).balanceCents).toBe(800);
  });

  it('is rewarded once, however often cards are deleted and created later', async () => {
    const user = await world.referred();
    await world.deposit(user);
    await world.deposit(user);
    await world.deposit(user);
    for (let times = 0; times < 3; times += 1) await forget(user, await world.openCard(user));
    await Promise.all([world.openCard(user), world.openCard(user)]);
    await payReferrals(world.services);
    expect((await world.account()).balanceCents).toBe(600);
    expect(world.store.all('reward')).toHaveLength(2);
    expectSoundBooks(world);
  });

  it('is rewarded once when two become real at the same moment', async () => {
    const user = await world.referred();
    await world.deposit(user);
    await Promise.all([world.openCard(user), world.openCard(user)]);
    expect((await world.account()).balanceCents).toBe(600);
    expectSoundBooks(world);
  });

  it('that the issuer declines earns nothing', async () => {
    const user = await world.referred();
    await world.deposit(user);
    world.issuer.misbehave('createCard', { does: 'declined', reason: 'insufficient_float' });
    await world.openCard(user);
    expect(await world.reward(user, 'card_created')).toBeUndefined();
    expect((await world.account()).balanceCents).toBe(100);
    expectSoundBooks(world);
  });
});

it('a suspended referrer still gets the rewards that others earn', async () => {
  await world.setUser(world.referrer.userId, { isSuspended: true });
  const user = await world.customer();
  for (const event of ['signup', 'card_created'] as const)
    expect(await world.reward(user, event)).toMatchObject({ stage: 'matured' });
  expect((await world.account()).balanceCents).toBe(600);
  expectSoundBooks(world);
});

it('a suspended referrer also gets the rewards that staff release', async () => {
  const user = await world.referred();
  const { userId: refereeId } = user;
  await holdReferral(world.services, refereeId, ['ring']);
  await world.deposit(user);
  const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
  await world.setUser(world.referrer.userId, { isSuspended: true });
  await decideReferral(world.services, { refereeId, actorId, outcome: 'released', reason: 'A family.' });
  await payReferrals(world.services);
  expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'matured' });
  expect((await world.account()).balanceCents).toBe(100);
  expectSoundBooks(world);
});

describe('nobody is rewarded', () => {
  it.each(['Grace.Hopper+two@example.com', 'gracehopper@example.com'])('for oneself as %s', async (email) => {
    const user = await world.referred({ email });
    await world.deposit(user);
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'cancelled' });
    expect((await world.account()).balanceCents).toBe(0);
  });

  it('for an account that is funded from the same address', async () => {
    await world.deposit(world.referrer, { sourceAddress: '0xABCDEF' });
    const user = await world.referred();
    await world.deposit(user, { sourceAddress: '0xabcdef' });
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'cancelled' });
    const other = await world.referred();
    await world.deposit(other, { sourceAddress: 'TAbc' });
    expect(await world.reward(other, 'signup')).toMatchObject({ stage: 'matured' });
    expectSoundBooks(world);
  });
});

describe('a referrer with more rewards than friends can bring', () => {
  const today = (world: ReferralWorld): string => new Date(world.clock.now()).toISOString().slice(0, 10);

  it('has no more than 250 rewards booked a day, even of many at once; the rest follows the day after', async () => {
    await world.setAccount({ earnedOn: { day: today(world), rewards: limits.referralRewardsPerDayMax - 3 } });
    const people = [];
    for (let count = 0; count < 8; count += 1) people.push(await world.referred());
    await Promise.all(people.map((user) => world.deposit(user)));
    await payReferrals(world.services);
    expect((await world.account()).balanceCents).toBe(300);
    const waiting = world.store.all('reward').filter(({ stage }) => stage === 'pending');
    expect(waiting).toHaveLength(5);
    for (const { reason } of waiting)
      expect(reason).toBe('Up to 250 rewards are credited per day. This one follows tomorrow.');
    expectSoundBooks(world);
    await backOpenings(world);
    expect((await reconcile(world.services)).breaks).toBe(0);
    world.clock.advance(24 * 60 * 60_000);
    await payReferrals(world.services);
    expect(await world.account()).toMatchObject({ balanceCents: 800, earnedOn: { day: today(world), rewards: 5 } });
    expectSoundBooks(world);
  });

  it('gets no reward beyond $25,000 in all, which stays pending when its deposit is refunded meanwhile', async () => {
    const earned = cents(limits.referralEarningsMaxCents - 50);
    await world.setAccount({ withdrawnCents: earned });
    const user = await world.referred();
    const deposit = await world.deposit(user);
    expect(await world.reward(user, 'signup')).toMatchObject({
      stage: 'pending',
      reason: 'Up to $25,000.00 is credited in total. Our team reviews your account before this one follows.',
    });
    await world.report(deposit, { state: 'refunded' });
    expect((await world.reward(user, 'signup'))?.stage).toBe('pending');
    expect(await world.account()).toMatchObject({ balanceCents: 0, withdrawnCents: earned });
  });

  it('is asked for ever more rarely beyond $25,000, and gets the reward once there is room', async () => {
    await world.setAccount({ withdrawnCents: cents(limits.referralEarningsMaxCents - 50) });
    const user = await world.referred();
    await world.deposit(user);
    let rewards = 0;
    for (let night = 0; night < 365; night += 1) {
      world.clock.advance(24 * 60 * 60_000);
      rewards += (await payReferrals(world.services)).rewards;
    }
    expect(rewards).toBeLessThan(20);
    await world.setAccount({ withdrawnCents: cents(0) });
    world.clock.advance(28 * 24 * 60 * 60_000);
    await payReferrals(world.services);
    expect((await world.reward(user, 'signup'))?.stage).toBe('matured');
  });

  it('loses an undone reward at once even on a full day, and the day’s count stays', async () => {
    const user = await world.referred();
    const deposit = await world.deposit(user);
    const day = new Date(world.clock.now()).toISOString().slice(0, 10);
    const earnedOn = { day, rewards: limits.referralRewardsPerDayMax };
    await world.setAccount({ earnedOn });
    await world.report(deposit, { state: 'refunded' });
    expect(await world.account()).toMatchObject({ balanceCents: 0, earnedOn });
    expect((await world.reward(user, 'signup'))?.stage).toBe('cancelled');
  });

  it('does not keep other rewards from being settled in the same run', async () => {
    const due = {
      ...samples.reward,
      event: 'signup',
      stage: 'pending',
      isRevoked: true,
      dueAtMs: world.clock.now(),
    } as const;
    for (let place = 0; place < 900; place += 1)
      await world.store.commit([
        insert('reward', { ...due, refereeId: idAt('usr', place), rewardId: idAt('rwd', place) }),
      ]);
    expect(await payReferrals(world.services)).toEqual({ rewards: 900, payouts: 0, failed: 0 });
  });

  it('gets dozens of rewards without a wait', async () => {
    for (let count = 0; count < 40; count += 1) await world.customer();
    expect((await world.account()).balanceCents).toBe(40 * 600);
    expect(world.store.all('reward').every(({ stage }) => stage === 'matured')).toBe(true);
  });
});

describe('settling', () => {
  it('happens once, however many processes settle at the same time', async () => {
    const user = await world.referred();
    const deposit = await world.deposit(user, { state: 'confirming' });
    world.dieAt(1, 'before');
    await world.report(deposit, { state: 'paid' });
    expect(world.revive()).toBe(true);
    expect((await world.account()).balanceCents).toBe(0);
    await Promise.all([
      ...Array.from({ length: 8 }, () =>
        settleReward(world.services, { refereeId: user.userId, event: 'signup' }).catch(() => undefined),
      ),
      payReferrals(world.services),
      payReferrals(world.services),
    ]);
    expect((await world.account()).balanceCents).toBe(100);
    expectSoundBooks(world);
  });

  it('of many rewards at once neither loses nor repeats one', async () => {
    const people = [];
    for (let count = 0; count < 20; count += 1) people.push(await world.referred());
    await Promise.all(people.map((user) => world.deposit(user)));
    await payReferrals(world.services);
    expect((await world.account()).balanceCents).toBe(2_000);
    expectSoundBooks(world);
  });

  it.each(['before', 'after'] as const)('survives a process that dies %s any of its writes', async (when) => {
    for (let at = 0; ; at += 1) {
      world = await referralWorld();
      const user = await world.referred();
      const deposit = await world.deposit(user, { state: 'confirming' });
      world.dieAt(at, when);
      await world.report(deposit, { state: 'paid' }).catch(() => undefined);
      await world.openCard(user).catch(() => undefined);
      const hasDied = world.revive();
      await world.report(deposit, { state: 'paid' });
      // The card's PIN is gone with the process: the person creates another card.
      world.clock.advance(20 * 60_000);
      await sweepOperations(world.services);
      await world.openCard(user);
      await payReferrals(world.services);
      expectSoundBooks(world);
      expect((await world.account()).balanceCents, `died ${when} write ${at}`).toBe(600);
      if (!hasDied) break;
      expect(at).toBeLessThan(30);
    }
  });

  it('is reconciled: a balance that was changed by hand is reported', async () => {
    await world.customer();
    await backOpenings(world);
    expect((await reconcile(world.services)).breaks).toBe(0);
    const { balanceCents } = await world.account();
    await world.setAccount({ balanceCents: (balanceCents + 1) as never });
    expect((await reconcile(world.services)).breaks).toBe(1);
  });
});

describe('a masked address', () => {
  it.each([
    ['ada.lovelace@example.com', 'ad…@example.com'],
    ['a@b.co', 'a…@b.co'],
    ['"x@y"@b.co', '"x…@b.co'],
  ])('of %s is %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
