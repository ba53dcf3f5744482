import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { passwordChangedMail } from '#functions/domain/mails/password-changed-mail.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { refuseCommonPassword } from '#functions/domain/auth/refuse-common-password.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';
import { tokensOf, type SessionTokens } from '#functions/domain/auth/sessions/session-tokens.ts';
import { countProof } from '#functions/domain/auth/sign-in/count-proof.ts';
import { samePassword } from './same-password.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

const wrong = { code: 'InvalidCredentials', message: 'The current password is wrong.' } as const;

/**
 * Changes the password of somebody who is signed in and knows the present one. Every session ends; this browser gets a
 * new one in the same transaction, so that copies of its old cookies are worthless too.
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
  const { store, keys, clock, settings } = needs;
  const { user, session, currentPassword, newPassword } = given;
  const { userId, role, email, firstname } = user;
  refuseCommonPassword(newPassword, 'newPassword');
  // The fifth wrong password ends the session.
  await countProof(needs, { user, session, wrong }, () => keys.verifyPassword(currentPassword, user.passwordHash));
  if (newPassword === currentPassword) throw samePassword('newPassword');
  const passwordHash = await keys.hashPassword(newPassword);
  const opened = await withRetries(needs, async () => {
    const now = await store.get('user', { userId });
    // The password was changed in between: the one that was given is no longer right.
    if (now === undefined || now.passwordHash !== user.passwordHash) throw new AppError(wrong.code, wrong.message);
    const sessionGeneration = now.sessionGeneration + 1;
    const fresh = newSession(needs, { userId, role, sessionGeneration }, { device: session.device });
    await store.commit([
      update('user', now, { passwordHash, sessionGeneration, updatedAtMs: clock.now() }),
      insert('session', fresh),
      ownAuditWrite(needs, { userId, action: 'password-changed', after: { by: 'settings' } }),
    ]);
    return fresh;
  });
  const mail = passwordChangedMail({ siteUrl: settings.siteUrl, firstname, atMs: clock.now(), by: 'settings' });
  await sendMail(needs, email, mail, { mail: 'password-changed', userId });
  return tokensOf(needs, opened);
}
