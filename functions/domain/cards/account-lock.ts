import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, type Write } from '#functions/ports/store.ts';
import { markCards } from './mark-cards.ts';

type Locks = Pick<User, 'lockedAtMs' | 'isLockedUntilReset'>;

/** True while the owner has locked the account, or an undone change of the address has, until the password is reset. */
export function isLocked({ lockedAtMs, isLockedUntilReset }: Locks): boolean {
  return lockedAtMs !== undefined || isLockedUntilReset === true;
}

/**
 * Returns the writes that mark an account's cards as locked or not, for the transaction that stores the account's
 * state. Conflicts with a card that is created meanwhile.
 */
export async function cardLockWrites(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { userId, ...locks }: Pick<User, 'userId'> & Locks,
): Promise<readonly Write[]> {
  // The wallet is read before the cards: every new card changes it, so a card made in between causes a conflict.
  const wallet = await store.get('wallet', { userId });
  if (wallet === undefined) return [];
  const nowMs = clock.now();
  const cards = await store.listCards(userId);
  return [
    unchanged('wallet', { userId }, wallet),
    ...markCards(cards, { reason: 'lock', isOn: isLocked(locks), nowMs, dueAtMs: nowMs }),
  ];
}

/** Throws AppError AccountLocked while the account is locked. */
export function refuseLocked(user: Locks): void {
  if (isLocked(user)) throw lockedByOwner();
}

/** Throws AppError AccountLocked for a card that the lock of its account has marked. */
export function refuseLockedCard({ frozenReasons }: Pick<Card, 'frozenReasons'>): void {
  if (frozenReasons.includes('lock')) throw lockedByOwner();
}

function lockedByOwner(): AppError {
  return new AppError('AccountLocked', 'You locked your account. Unlock it on the Security page first.');
}
