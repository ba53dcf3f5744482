import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Settings } from '#functions/ports/services.ts';
import { isProtected } from './factors-of.ts';

/** True for an admin who has to add an app or a passkey before anything else. */
export function lacksFactor(
  user: Pick<User, 'role' | 'email' | 'factors'>,
  { demoAdminEmail }: Pick<Settings, 'demoAdminEmail'>,
): boolean {
  return user.role === 'admin' && !isProtected(user) && user.email !== demoAdminEmail;
}

/** Makes the error for any other request of an admin who lacks a factor. */
export function factorRequired(): AppError {
  return new AppError(
    'FactorRequired',
    'Admins need an authenticator app or a passkey. Add one in your security settings to go on.',
  );
}
