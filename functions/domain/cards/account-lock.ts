import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';

/** Throws AppError AccountLocked while the person has locked the account. */
export function refuseLocked({ lockedAtMs }: Pick<User, 'lockedAtMs'>): void {
  if (lockedAtMs !== undefined) throw lockedByOwner();
}

/** The same for a card, which the lock marks in the write that stores it. */
export function refuseLockedCard({ frozenReasons }: Pick<Card, 'frozenReasons'>): void {
  if (frozenReasons.includes('lock')) throw lockedByOwner();
}

function lockedByOwner(): AppError {
  return new AppError('AccountLocked', 'You locked your account. Unlock it in your settings first.');
}
