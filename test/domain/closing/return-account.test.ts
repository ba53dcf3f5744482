import { describe, expect, it } from 'vitest';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { settleReward } from '#functions/domain/referrals/settle-reward.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

/* The money and rewards that wait while an account is closed, and come back with its owner. */

type Closed = { readonly world: ReferralWorld; readonly user: User; readonly comeBack: () => Promise<void> };

/** Closes the account of a referred person while a deposit of $50 is open. The deposit is paid after that. */
async function paidAfterClosing(): Promise<
  Closed & { readonly report: (state: 'paid' | 'refunded') => Promise<unknown> }
> {
  const world = await referralWorld();
  const user = await world.referred();
  const deposit = await world.deposit(user, { state: 'waiting', receivedAmount: undefined });
  await closeAccount(world.services, { userId: user.userId, waiveCents: undefined });
  const report = (state: 'paid' | 'refunded') => world.report(deposit, { state, receivedAmount: '50.00' });
  await report('paid');
  const comeBack = async (): Promise<void> => {
    const now = await world.store.get('user', user);
    if (now === undefined) throw new Error('gone');
    await world.store.commit(await withReturn(world.services, now, []));
    await settleReward(world.services, { refereeId: user.userId, event: 'signup' });
  };
  return { world, user, comeBack, report };
}

describe('money that came after an account was closed', () => {
  it('earns its referrer nothing until the account returns', async () => {
    const { world, user, comeBack } = await paidAfterClosing();
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, unclaimedCents: 5_000 });
    await settleReward(world.services, { refereeId: user.userId, event: 'signup' });
    expect(await world.reward(user, 'signup')).toMatchObject({
      stage: 'pending',
      depositedCents: 5_000,
      dueAtMs: undefined,
      reason: 'It counts once their credited deposits reach $20.00.',
    });
    expect(await world.account()).toMatchObject({ balanceCents: 0 });
    await comeBack();
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'matured' });
    expect(await world.account()).toMatchObject({ balanceCents: 100 });
  });

  it('that was refunded before the return earns nothing', async () => {
    const { world, user, comeBack, report } = await paidAfterClosing();
    await report('refunded');
    await comeBack();
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'pending', depositedCents: 0, cause: undefined });
    expect(await world.account()).toMatchObject({ balanceCents: 0 });
  });

  it('leaves earnings from before the closing as they are', async () => {
    const world = await referralWorld();
    const user = await world.referred();
    await world.deposit(user, { receivedAmount: '20.00', state: 'paid_less' });
    await closeAccount(world.services, { userId: user.userId, waiveCents: (await world.wallet(user)).availableCents });
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'matured' });
    expect(await world.account()).toMatchObject({ balanceCents: 100 });
  });
});
