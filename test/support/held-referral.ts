import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { ReferralSignal } from '#functions/ports/entities/referrals.ts';
import { holdReferral } from '#functions/domain/referrals/hold-referral.ts';
import { signupRewardWrites } from '#functions/domain/referrals/reward.ts';
import type { MoneyWorld } from './money-world.ts';

/** Makes a held referral of a person. Returns the id of the referred person. */
export async function heldReferral(
  { services, cardholder }: Pick<MoneyWorld, 'services' | 'cardholder'>,
  referrer: User,
  signals: readonly ReferralSignal[] = ['ring'],
): Promise<Id<'user'>> {
  const referral = { isEligible: true, reason: undefined };
  const referee = await cardholder(0, { referredBy: referrer.userId, referral });
  await services.store.commit(signupRewardWrites(services, referee));
  await holdReferral(services, referee.userId, signals);
  return referee.userId;
}
