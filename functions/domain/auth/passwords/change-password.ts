import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { quotaWrites, type Quota } from '#functions/domain/auth/quota.ts';
import { proofMethodsOf } from '#functions/domain/auth/sessions/assert-fresh.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { refuseCommonPassword } from '#functions/domain/auth/refuse-common-password.ts';
import { tokensOf, type SessionTokens } from '#functions/domain/auth/sessions/session-tokens.ts';
import { countProof } from '#functions/domain/auth/sign-in/count-proof.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { samePassword } from './same-password.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

const wrong = { code: 'InvalidCredentials', message: 'The current password is wrong.' } as const;

/**
 * Changes the password of somebody who is signed in and knows the present one. Every session ends; this browser gets a
 * new one in the same transaction, so that copies of its old cookies are worthless too. Where an app or a passkey is on,
 * the password proves no presence: the new session is no fresher than the one before.
 *
 * Throws AppError InvalidCredentials, TooManyRequests, or ValidationFailed that names `newPassword`.
 */
export async function changePassword(
  needs: Needs,
  given: {
    readonly user: User;
    readonly session: Session;
    readonly currentPassword: string;
    readonly newPassword: string;
  },
): Promise<SessionTokens> {
  const { store, keys, clock } = needs;
  const { user, session, currentPassword, newPassword } = given;
  const { userId, role } = user;
  refuseCommonPassword(newPassword, 'newPassword');
  // The fifth wrong password ends the session.
  const isProof = proofMethodsOf(user).includes('password');
  await countProof(needs, { session, wrong, isProof }, () => keys.verifyPassword(currentPassword, user.passwordHash));
  if (newPassword === currentPassword) throw samePassword('newPassword');
  const passwordHash = await keys.hashPassword(newPassword);
  const opened = await withRetries(needs, async () => {
    const now = await store.get('user', { userId });
    // The password was changed in between: the one that was given is no longer right.
    if (now === undefined || now.passwordHash !== user.passwordHash) throw new AppError(wrong.code, wrong.message);
    const sessionGeneration = now.sessionGeneration + 1;
    const { device, provedAtMs } = session;
    const fresh = newSession(
      needs,
      { userId, role, sessionGeneration },
      { device, ...(isProof ? {} : { provedAtMs }) },
    );
    await commitForRetry(store, [
      ...(isProof ? [] : await quotaWrites(needs, [changesQuota(userId)])),
      update('user', now, { passwordHash, sessionGeneration, updatedAtMs: clock.now() }),
      insert('session', fresh),
      ownAuditWrite(needs, { userId, action: 'password-changed', after: { by: 'settings' } }),
    ]);
    return fresh;
  });
  return tokensOf(needs, opened);
}

/**
 * Maximum number of changes in a day where an app or a passkey is on. Each change opens a session with guesses of its
 * own at a code, so a thief who knows the password could go on for ever.
 */
function changesQuota(userId: User['userId']): Quota {
  return { counterId: `password-changes:${userId}`, max: 10, windowMs: dayMs };
}
