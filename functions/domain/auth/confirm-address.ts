import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Write } from '#functions/ports/store.ts';
import { startHolderRegistration } from '#functions/domain/operations/holder-registration.ts';
import { signupRewardWrites } from '#functions/domain/referrals/reward.ts';
import { judgeReferral, type ReferralOutcome } from './judge-referral.ts';

/** What it takes to confirm somebody's address for the first time: part of the transaction that proves it. */
export type Confirmation = {
  /** To be made to the person. */
  readonly changes: Pick<User, 'isVerified' | 'referral' | 'registrationId'>;
  readonly writes: readonly Write[];
  readonly referral: ReferralOutcome;
  /** The registration with the card issuer that begins with it; the sweeper drives it if nobody else does. */
  readonly operationId: Id<'operation'>;
};

/** Judges the referral for good, stores what it promises the referrer, and begins the registration with the card issuer. */
export async function confirmAddress(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  user: User,
): Promise<Confirmation> {
  const judged = await judgeReferral(needs, user);
  const referral = judged.attempted ? { isEligible: judged.eligible, reason: judged.reason } : undefined;
  const { writes, operationId } = startHolderRegistration(user, needs);
  return {
    changes: { isVerified: true, referral, registrationId: operationId },
    writes: [...signupRewardWrites(needs, { ...user, referral }), ...writes],
    referral: judged,
    operationId,
  };
}
