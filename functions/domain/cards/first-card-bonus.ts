import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Marker } from '#functions/ports/entities/books.ts';

/** Returns the id of the marker that exists once a user's first card was rewarded. */
export function firstCardMarker(userId: Id<'user'>): string {
  return `first-card:${userId}`;
}

/**
 * Returns the bonus for a user's next card: $5 for a referred person's first card, paid once, even if cards are deleted
 * and created again.
 */
export function bonusFor(user: User, marker: Marker | undefined): Cents {
  return user.referral?.isEligible === true && marker === undefined ? limits.referralBonusCents : zero;
}
