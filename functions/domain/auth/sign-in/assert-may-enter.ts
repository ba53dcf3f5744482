import type { User } from '#functions/ports/entities/accounts.ts';
import { accountLocked } from '#functions/domain/auth/email-changes.ts';
import { accountSuspended } from '#functions/domain/auth/sessions/authenticate.ts';

/** Throws AppError AccountSuspended or AccountLocked for a person who proved who they are and may not sign in. */
export function assertMayEnter({ isSuspended, isLockedUntilReset }: User): void {
  if (isSuspended) throw accountSuspended();
  if (isLockedUntilReset) throw accountLocked();
}
