import { AppError } from '#shared/errors.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { accountSuspended } from './authenticate.ts';
import { confirmAddress } from './confirm-address.ts';
import { verificationPurpose } from './email-verification.ts';
import type { ReferralOutcome } from './judge-referral.ts';
import { registerSoon } from './register-soon.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'issuer'>;

/**
 * Verifies an address with the code from its mail, once. In the same transaction the referral is judged for good, what
 * it promises the referrer is stored, and the person's registration with the card issuer begins.
 *
 * Throws AppError InvalidVerificationLink for a code that is unknown, used, expired or no longer needed, and
 * AccountSuspended.
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
    const user = await store.get('user', { userId: verification.userId });
    // A link for an address that was changed since proves nothing about the new one.
    if (user === undefined || user.isVerified || user.email !== verification.email) throw invalidLink();
    if (user.isSuspended) throw accountSuspended();
    const confirmed = await confirmAddress(needs, user);
    // Conditional on both versions: of two clicks at once only one finds the code unused.
    await store.commit([
      update('emailVerification', verification, { usedAtMs: nowMs }),
      update('user', user, { ...confirmed.changes, updatedAtMs: nowMs }),
      ...confirmed.writes,
    ]);
    return { referral: confirmed.referral, operationId: confirmed.operationId };
  });
  await registerSoon(needs, operationId);
  return { referral };
}

function invalidLink(): AppError {
  return new AppError('InvalidVerificationLink', 'The verification link is either invalid or has expired.');
}
