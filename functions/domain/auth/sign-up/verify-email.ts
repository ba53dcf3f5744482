import { AppError } from '#shared/errors.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { confirmSignUp } from './confirm-sign-up.ts';
import { verificationPurpose } from './email-verification.ts';
import type { ReferralOutcome } from './judge-referral.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { tryRegisterCardholder } from './try-register-cardholder.ts';
import { waitAgain } from '#functions/domain/auth/unconfirmed-account.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'issuer'>;

/**
 * Makes the account of a sign-up with the code from its mail, once; other sign-ups with that address are void then. In
 * the same transaction the referral is judged for good, what it promises the referrer is stored, and the person's
 * registration with the card issuer begins.
 *
 * Throws AppError InvalidVerificationLink for a code that is unknown, used, expired or void.
 */
export async function verifyEmail(needs: Needs, code: string): Promise<{ readonly referral: ReferralOutcome }> {
  const { store, keys, clock } = needs;
  const codeHash = await keys.codeHash(verificationPurpose, code);
  const { referral, operationId } = await withRetries(needs, async () => {
    const nowMs = clock.now();
    const verification = await store.get('emailVerification', { codeHash });
    if (verification === undefined || verification.usedAtMs !== undefined || verification.expiresAtMs <= nowMs) {
      throw invalidLink();
    }
    const emailHash = await keys.emailHash(normaliseEmail(verification.email));
    const [signUps, earlier] = await store.getBoth(
      { kind: 'signUps', key: { emailHash } },
      { kind: 'user', key: { userId: verification.userId } },
    );
    const isUnconfirmed = earlier?.isVerified === false && !earlier.isSuspended && earlier.email === verification.email;
    const { waiting = [] } = (isUnconfirmed ? (await waitAgain(needs, earlier, emailHash)).signUps : signUps) ?? {};
    const signUp = waiting.find(({ userId }) => userId === verification.userId);
    if (signUp === undefined) throw invalidLink();
    const confirmed = await confirmSignUp(needs, emailHash, signUp);
    try {
      // Of two clicks at once, on one link or on two, only one still finds the sign-ups waiting.
      await store.commit([update('emailVerification', verification, { usedAtMs: nowMs }), ...confirmed.writes]);
    } catch (thrown) {
      const isTaken = thrown instanceof WriteConflict && thrown.conflicts.every(({ reason }) => reason === 'exists');
      throw isTaken ? invalidLink() : thrown;
    }
    return confirmed;
  });
  await tryRegisterCardholder(needs, operationId);
  return { referral };
}

function invalidLink(): AppError {
  return new AppError('InvalidVerificationLink', 'The verification link is either invalid or has expired.');
}
