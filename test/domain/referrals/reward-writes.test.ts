import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
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

/* What of rewards goes into the transaction of the event that earns or undoes them. */

const depositId = samples.deposit.depositId;
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
    { fromCents, toCents, sourceAddress },
    world.clock.now(),
  );
const rewardIn = (writes: readonly Write[]): unknown =>
  writes.flatMap((each) => (each.kind === 'reward' && 'value' in each ? [each.value] : []))[0];
const sourcesIn = (writes: readonly Write[]): unknown =>
  writes.flatMap((each) => (each.kind === 'depositSources' && 'value' in each ? [each.value] : []))[0];

describe('a deposit', () => {
  it('that is credited first makes the reward of its depositor due', async () => {
    expect(rewardIn(await change(0, 1))).toMatchObject({
      cause: depositId,
      dueAtMs: world.clock.now(),
      stage: 'pending',
      reason: 'Their first deposit was credited. It is being booked.',
    });
  });

  it('that is credited second does not', async () => {
    await world.store.commit(await change(0, 1));
    expect(await change(0, 1, undefined, 'dep_00000000000000000000000002')).toEqual([]);
  });

  it('of which nothing changes does nothing, nor does one of somebody whom nobody referred', async () => {
    expect(await change(700, 700, 'address')).toEqual([]);
    user = await world.cardholder(0);
    expect(await change(0, 700)).toEqual([]);
    expect(await change(700, 0)).toEqual([]);
  });

  it('of which a part is taken back leaves the reward, and all of it takes it back', async () => {
    await world.store.commit(await change(0, 700));
    expect(await change(700, 1)).toEqual([]);
    expect(rewardIn(await change(700, 0))).toMatchObject({
      isRevoked: true,
      dueAtMs: world.clock.now(),
      reason: 'Their first deposit was refunded.',
    });
  });

  it('that did not earn it does not take it back', async () => {
    await world.store.commit(await change(0, 700));
    expect(await change(700, 0, undefined, 'dep_00000000000000000000000002')).toEqual([]);
  });

  it('tells the address that it came from, once, in one form where it has two', async () => {
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
  it('promises a dollar to who referred it, due when its first deposit is credited', () => {
    expect(rewardIn(signupRewardWrites(world.services, user))).toEqual({
      refereeId: user.userId,
      event: 'signup',
      rewardId: expect.stringMatching(/^rwd_/),
      referrerId: world.referrer.userId,
      maskedEmail: expect.stringMatching(/^pe…@example\.com$/),
      amountCents: 100,
      stage: 'pending',
      reason: 'It counts once their first deposit is credited.',
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
      reason: 'They created their first card. It is being booked.',
    });
  });

  it('is worth it once', async () => {
    await world.store.commit(await writes());
    expect(await writes()).toEqual([]);
  });

  it('of who was not referred is worth nothing', async () => {
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

  it('that was taken back, or never counted, cannot', () => {
    expect(revocation(reward({ stage: 'cancelled' }), 'why', 9)).toEqual([]);
    expect(revocation(reward({ stage: 'matured', isRevoked: true }), 'why', 9)).toEqual([]);
  });

  it('is told without what is nobody’s business', () => {
    const told = reward({ stage: 'matured', amountCents: samples.reward.amountCents });
    expect(describeReward(told)).toEqual({
      _id: told.rewardId,
      createdAt: new Date(told.createdAtMs).toISOString(),
      refferedUseremail: told.maskedEmail,
      event: told.event,
      referrerUserReward: told.amountCents,
      stage: 'matured',
      reason: told.reason,
    });
  });
});
