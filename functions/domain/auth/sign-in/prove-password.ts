import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { countProof } from './count-proof.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Checks the password that a signed-in person gives once more. The fifth wrong one ends the session.
 *
 * Throws AppError InvalidCredentials or TooManyRequests.
 */
export async function provePassword(
  needs: Needs,
  given: { readonly user: User; readonly session: Session; readonly password: string },
): Promise<void> {
  const { user, session, password } = given;
  const wrong = { code: 'InvalidCredentials', message: 'The current password is wrong.' } as const;
  await countProof(needs, { user, session, wrong }, () => needs.keys.verifyPassword(password, user.passwordHash));
}
