import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { SignUp } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { absent, insert, remove, type Write } from '#functions/ports/store.ts';
import { searchTermWrites } from '#functions/domain/admin/search-terms.ts';
import { startCardholderRegistration } from '#functions/domain/operations/cardholder-registration.ts';
import { signupRewardWrites } from '#functions/domain/referrals/reward.ts';
import { judgeReferral, type ReferralOutcome } from './judge-referral.ts';
import { newWallet } from './new-wallet.ts';

/** The writes that turn a sign-up into an account, as part of the transaction that proves its address. */
export type Confirmation = {
  readonly user: User;
  readonly writes: readonly Write[];
  readonly referral: ReferralOutcome;
  /** The registration with the card issuer that begins with it; the sweeper drives it if nobody else does. */
  readonly operationId: Id<'operation'>;
};

/**
 * Makes the account of a sign-up whose address is proved, and voids the other sign-ups with that address. Judges the
 * referral for good, stores the reward that it promises the referrer, and begins the registration with the card issuer.
 * The writes conflict when an account has the address, or may get it back.
 */
export async function confirmSignUp(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'keys'>,
  emailHash: string,
  signUp: SignUp,
): Promise<Confirmation> {
  const { userId } = signUp;
  const nowMs = needs.clock.now();
  const { writes, operationId } = startCardholderRegistration({ userId }, needs);
  const asked: User = {
    ...signUp,
    emailHash,
    role: 'user',
    isVerified: true,
    isTwoFactorEnabled: false,
    isSuspended: false,
    holderId: undefined,
    registrationId: operationId,
    hasNeverSignedIn: true,
    sessionGeneration: 1,
    referral: undefined,
    updatedAtMs: nowMs,
    version: 1,
  };
  const judged = await judgeReferral(needs, asked);
  const referral = judged.attempted ? { isEligible: judged.eligible, reason: judged.reason } : undefined;
  const user: User = { ...asked, referral };
  return {
    user,
    writes: [
      insert('emailOwner', { emailHash, userId }),
      absent('emailReservation', { emailHash }),
      remove('signUps', { emailHash }),
      insert('user', user),
      insert('wallet', newWallet(userId, nowMs)),
      ...searchTermWrites(undefined, user),
      ...signupRewardWrites(needs, user),
      ...writes,
    ],
    referral: judged,
    operationId,
  };
}
