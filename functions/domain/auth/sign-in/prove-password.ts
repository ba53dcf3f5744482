import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { admitProof, forgetFailures, hasFailedProofs } from './login-throttle.ts';
import { revokeSession } from '#functions/domain/auth/sessions/revoke-session.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/**
 * Checks the password that a signed-in person gives once more. Each attempt is counted before it is checked. The fifth
 * wrong one ends the session: its cookies may be in the wrong hands.
 *
 * Throws AppError InvalidCredentials (the session is good, and a refresh would not help) or TooManyRequests.
 */
export async function provePassword(
  needs: Needs,
  given: { readonly user: User; readonly session: Session; readonly password: string },
): Promise<void> {
  const { user, session, password } = given;
  const attempt = await admitProof(needs, session.sessionId);
  if (await needs.keys.verifyPassword(password, user.passwordHash)) return forgetFailures(needs, attempt);
  if (!(await hasFailedProofs(needs, attempt)))
    throw new AppError('InvalidCredentials', 'The current password is wrong.');
  await revokeSession(needs, session.sessionId);
  throw new AppError('InvalidCredentials', 'The password was wrong too often. Please sign in again.');
}
