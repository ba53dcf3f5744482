import type { Id } from '#shared/ids.ts';
import { zero } from '#shared/money.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';

/** The account of somebody who has just signed up: nothing on it, nothing owed, no entry yet. */
export function newWallet(userId: Id<'user'>, nowMs: number): Wallet {
  return {
    userId,
    availableCents: zero,
    heldCents: zero,
    debtCents: zero,
    cardCount: 0,
    sequence: 0,
    lastHash: '',
    updatedAtMs: nowMs,
    version: 1,
  };
}
