import { AppError } from '#shared/errors.ts';
import { idSchema } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { PasswordReset } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { passwordChangedMail } from '#functions/domain/mails/password-changed-mail.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { confirmAddress } from './confirm-address.ts';
import { forgiveAccount } from './login-throttle.ts';
import { normaliseEmail } from './normalise-email.ts';
import { refuseCommonPassword } from './refuse-common-password.ts';
import { registerSoon } from './register-soon.ts';
import { resetCodeHash } from './reset-code-hash.ts';
import { sendMail } from './send-mail.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings' | 'issuer'>;

/**
 * Chooses a new password with the code from a mail, once. The mail has reached its owner, so the address counts as
 * confirmed from now on, with all that follows from it. Every session ends; nobody is signed in, and a second factor is
 * still asked for. What the link says about its own age is not looked at.
 *
 * Answers what makes this browser known: whoever guesses at the account meanwhile cannot slow its owner down there.
 * Throws AppError ValidationFailed for a common password, and InvalidResetLink.
 */
export async function resetPassword(
  needs: Needs,
  given: { readonly verificationCode: string; readonly password: string },
): Promise<{ readonly deviceToken: string }> {
  const { store, keys, clock, random, settings } = needs;
  const { verificationCode, password } = given;
  refuseCommonPassword(password, 'password');
  const code = verificationCode.trim();
  // Looked at before the password is hashed, which is dear, and again when it is used.
  await findReset(needs, code);
  const passwordHash = await keys.hashPassword(password);
  const { user, confirmed } = await withRetries(needs, async () => {
    const { reset, user } = await findReset(needs, code);
    const nowMs = clock.now();
    const confirmed = user.isVerified ? undefined : await confirmAddress(needs, user);
    const sessionGeneration = user.sessionGeneration + 1;
    // Conditional on both versions: of two who use the code at once only one finds it unused.
    await store.commit([
      update('passwordReset', reset, { usedAtMs: nowMs }),
      update('user', user, { ...confirmed?.changes, passwordHash, sessionGeneration, updatedAtMs: nowMs }),
      ...(confirmed?.writes ?? []),
    ]);
    return { user, confirmed };
  });
  const { userId, email, firstname } = user;
  const mail = passwordChangedMail({ siteUrl: settings.siteUrl, firstname, atMs: clock.now(), by: 'reset' });
  await sendMail(needs, email, mail, { mail: 'password-changed', userId });
  const emailHash = await keys.emailHash(normaliseEmail(email));
  await forgiveAccount(needs, emailHash);
  if (confirmed !== undefined) await registerSoon(needs, confirmed.operationId);
  return { deviceToken: await keys.deviceToken(emailHash, random.token(16)) };
}

async function findReset(needs: Needs, code: string): Promise<{ readonly reset: PasswordReset; readonly user: User }> {
  const named = idSchema('user').safeParse(code.split('.')[0]);
  if (!named.success) throw invalidLink();
  const userId = named.data;
  const [reset, user] = await needs.store.getBoth(
    { kind: 'passwordReset', key: { userId } },
    { kind: 'user', key: { userId } },
  );
  if (reset === undefined || user === undefined || reset.codeHash !== (await resetCodeHash(needs, code))) {
    throw invalidLink();
  }
  const isOpen =
    reset.usedAtMs === undefined &&
    reset.expiresAtMs > needs.clock.now() &&
    reset.sessionGeneration === user.sessionGeneration;
  if (!isOpen) throw invalidLink();
  return { reset, user };
}

function invalidLink(): AppError {
  return new AppError('InvalidResetLink', 'This link is invalid or has expired. Please ask for a new one.');
}
