import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Marker } from '#functions/ports/entities/books.ts';

/** The marker whose existence says that a user's first card was rewarded. */
export function firstCardMarker(userId: Id<'user'>): string {
  return `first-card:${userId}`;
}

/**
 * The bonus for a user's next card: $5 for the first one of a person whose referral counted, once at any number of
 * deletions.
 */
export function bonusFor(user: User, marker: Marker | undefined): Cents {
  return user.referral?.isEligible === true && marker === undefined ? limits.referralBonusCents : zero;
}
