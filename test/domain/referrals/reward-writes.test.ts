import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import { insert, remove, update, type Write } from '#functions/ports/store.ts';
import {
  cardRewardWrites,
  depositRewardWrites,
  describeReward,
  referrerOf,
  revocation,
  signupRewardWrites,
} from '#functions/domain/referrals/reward.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';
import { samples } from '#test/support/sample-entities.ts';

/* The writes of rewards in the transaction of the event that earns or undoes them. */

const depositId = samples.deposit.depositId;
const second = 'dep_00000000000000000000000002';
let world: ReferralWorld;
let user: User;

beforeEach(async () => {
  world = await referralWorld();
  user = await world.referred();
});

const change = (fromCents: number, toCents: number, sourceAddress?: string, id = depositId) =>
  depositRewardWrites(
    world.store,
    { depositId: id, userId: user.userId },
    { fromCents: cents(fromCents), toCents: cents(toCents), sourceAddress, isClosed: false },
    world.clock.now(),
  );
const rewardIn = (writes: readonly Write[]): unknown =>
  writes.flatMap((each) => (each.kind === 'reward' && 'value' in each ? [each.value] : []))[0];
const sourcesIn = (writes: readonly Write[]): unknown =>
  writes.flatMap((each) => (each.kind === 'depositSources' && 'value' in each ? [each.value] : []))[0];

describe('a deposit', () => {
  it('that brings the sum to $20 makes the reward of its depositor due', async () => {
    expect(rewardIn(await change(0, 2_000))).toMatchObject({
      cause: depositId,
      dueAtMs: world.clock.now(),
      stage: 'pending',
      depositedCents: 2_000,
      reason: 'Their credited deposits reached $20.00. The reward is being credited.',
    });
  });

  it('that brings the sum to less than $20 leaves the reward pending, and says why', async () => {
    await world.store.commit(await change(0, 1));
    expect(await world.reward(user, 'signup')).toMatchObject({
      cause: undefined,
      dueAtMs: undefined,
      stage: 'pending',
      depositedCents: 1,
      reason: 'It counts once their credited deposits reach $20.00.',
    });
    await world.store.commit(await change(0, 1_998, undefined, second));
    expect(await world.reward(user, 'signup')).toMatchObject({ cause: undefined, depositedCents: 1_999 });
    expect(rewardIn(await change(1, 2))).toMatchObject({ cause: depositId, depositedCents: 2_000 });
  });

  it('that comes after the reward is due is added to the sum and changes nothing else', async () => {
    await world.store.commit(await change(0, 2_000));
    const due = await world.reward(user, 'signup');
    world.clock.advance(1_000);
    expect(rewardIn(await change(0, 1, undefined, second))).toEqual({
      ...due,
      depositedCents: 2_001,
      updatedAtMs: world.clock.now(),
      version: 3,
    });
  });

  it('without a change of its amount, or of a person without a referrer, does nothing', async () => {
    expect(await change(700, 700, 'address')).toEqual([]);
    user = await world.cardholder(0);
    expect(await change(0, 700)).toEqual([]);
    expect(await change(700, 0)).toEqual([]);
  });

  it('with a refund that brings the sum below $20 takes back the reward that is in the account', async () => {
    await world.deposit(user);
    const matured = await world.reward(user, 'signup');
    expect(matured).toMatchObject({ stage: 'matured', depositedCents: 5_000 });
    expect(rewardIn(await change(5_000, 2_000))).toMatchObject({ isRevoked: false, depositedCents: 2_000 });
    expect(rewardIn(await change(5_000, 1_999))).toMatchObject({
      isRevoked: true,
      dueAtMs: world.clock.now(),
      reason: 'Refunds brought their deposits below $20.00.',
    });
  });

  it('with a refund that brings the sum below $20 before the reward is booked lets it wait again', async () => {
    await world.store.commit(await change(0, 2_000));
    expect(rewardIn(await change(2_000, 1_999))).toMatchObject({
      stage: 'pending',
      cause: undefined,
      dueAtMs: undefined,
      isRevoked: false,
      reason: 'It counts once their credited deposits reach $20.00.',
    });
  });

  it('is added to deposits credited before rewards carried a sum', async () => {
    await world.deposit(user);
    const known = await world.reward(user, 'signup');
    if (!known) throw new Error('no reward');
    const { depositedCents: _, ...old } = known;
    await world.store.commit([remove('reward', known)]);
    await world.store.commit([insert('reward', { ...old, stage: 'pending', cause: undefined })]);
    expect(rewardIn(await change(0, 1, undefined, second))).toMatchObject({ depositedCents: 5_001, cause: second });
    // The deposit is on the second page of the list.
    const list = world.store.listActivity.bind(world.store);
    world.store.listActivity = (userId, query) => list(userId, { ...query, limit: 1 });
    world.clock.advance(1);
    const { userId } = user;
    await world.store.commit([insert('movement', { ...samples.movement, userId, createdAtMs: world.clock.now() })]);
    expect((await world.store.listActivity(userId, { limit: 1 })).items).toMatchObject([
      { kind: samples.movement.kind },
    ]);
    expect(rewardIn(await change(0, 1, undefined, second))).toMatchObject({ depositedCents: 5_001 });
  });

  it('keeps its source address once, in one form where the address has two', async () => {
    expect(sourcesIn(await change(0, 1, 'TAbc'))).toMatchObject({ userId: user.userId, addresses: ['TAbc'] });
    await world.store.commit(await change(0, 1, '0xABCdef'));
    expect(sourcesIn(await change(1, 2, '0xabcDEF'))).toBeUndefined();
    expect(sourcesIn(await change(1, 2, 'TAbc'))).toMatchObject({ addresses: ['0xabcdef', 'TAbc'], version: 2 });
    expect(sourcesIn(await change(1, 2, '0xNOHEX'))).toMatchObject({ addresses: ['0xabcdef', '0xNOHEX'] });
    expect(sourcesIn(await change(2, 1, 'another'))).toBeUndefined();
  });

  it('keeps the last fifty addresses', async () => {
    const addresses = Array.from({ length: 50 }, (_, index) => `address-${index}`);
    await world.store.commit([insert('depositSources', { userId: user.userId, addresses, version: 1 })]);
    expect(sourcesIn(await change(0, 1, 'new'))).toMatchObject({ addresses: [...addresses.slice(1), 'new'] });
  });
});

describe('a sign-up', () => {
  it('promises the referrer a dollar, due when enough is deposited', () => {
    expect(rewardIn(signupRewardWrites(world.services, user))).toEqual({
      refereeId: user.userId,
      event: 'signup',
      rewardId: expect.stringMatching(/^rwd_/),
      referrerId: world.referrer.userId,
      maskedEmail: expect.stringMatching(/^pe…@example\.com$/),
      amountCents: 100,
      stage: 'pending',
      reason: 'It counts once their credited deposits reach $20.00.',
      depositedCents: 0,
      cause: undefined,
      isRevoked: false,
      dueAtMs: undefined,
      createdAtMs: world.clock.now(),
      updatedAtMs: world.clock.now(),
      version: 1,
    });
  });

  it.each([
    { referral: undefined },
    { referral: { isEligible: false, reason: 'no' } },
    { referredBy: undefined },
    { referredBy: 'nobody' },
  ])('with %j promises nothing', (changes) => {
    expect(signupRewardWrites(world.services, { ...user, ...changes })).toEqual([]);
    expect(referrerOf({ ...user, ...changes })).toBeUndefined();
  });
});

describe('a card', () => {
  const operationId = 'op_00000000000000000000000001' as const;
  const writes = () => cardRewardWrites(world.services, { operationId, userId: user.userId }, world.clock.now());

  it.each([
    [false, 500],
    [true, 700],
  ])('of a referred person, premium referrer %s, is worth %i', async (isPremium, amountCents) => {
    await world.setAccount({ isPremium });
    expect(rewardIn(await writes())).toMatchObject({
      event: 'card_created',
      refereeId: user.userId,
      referrerId: world.referrer.userId,
      amountCents,
      cause: operationId,
      stage: 'pending',
      isRevoked: false,
      dueAtMs: world.clock.now(),
      reason: 'They created their first card. The reward is being credited.',
    });
  });

  it('earns the reward once', async () => {
    await world.store.commit(await writes());
    expect(await writes()).toEqual([]);
  });

  it('of a person who was not referred earns nothing', async () => {
    user = await world.cardholder(0);
    expect(await writes()).toEqual([]);
  });
});

describe('a reward', () => {
  const reward = (changes: Partial<Reward>): Reward => ({ ...samples.reward, isRevoked: false, ...changes });

  it.each(['pending', 'matured'] as const)('that is %s can be taken back', (stage) => {
    const [write] = revocation(reward({ stage }), 'why', 9);
    expect(write).toEqual(
      update('reward', reward({ stage }), { isRevoked: true, reason: 'why', dueAtMs: 9, updatedAtMs: 9 }),
    );
  });

  it('that is canceled or already taken back cannot be taken back', () => {
    expect(revocation(reward({ stage: 'cancelled' }), 'why', 9)).toEqual([]);
    expect(revocation(reward({ stage: 'matured', isRevoked: true }), 'why', 9)).toEqual([]);
  });

  it('is shown without private data', () => {
    const matured = reward({ stage: 'matured', amountCents: samples.reward.amountCents });
    expect(describeReward(matured)).toEqual({
      _id: matured.rewardId,
      createdAt: new Date(matured.createdAtMs).toISOString(),
      refferedUseremail: matured.maskedEmail,
      event: matured.event,
      referrerUserReward: matured.amountCents,
      stage: 'matured',
      reason: matured.reason,
    });
  });
});
