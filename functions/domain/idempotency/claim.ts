import { hash } from 'node:crypto';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Claim } from '#functions/ports/entities/operations.ts';
import { insert, type Write } from '#functions/ports/store.ts';
import { dayMs } from '#functions/domain/durations.ts';

/** Retention of a used key, in milliseconds: a week, so that a phone that was offline for a day may still repeat. */
export const claimLifetimeMs = 7 * dayMs;

/** Returns the stored form of an `Idempotency-Key`. */
export function keyHashOf(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** A key that is about to be used. */
export type NewClaim = Pick<Claim, 'userId' | 'routeId' | 'keyHash' | 'requestHash'>;

/** Returns the claim to be stored: with the id of its result, or with the refusal. */
export function newClaim(
  claim: NewClaim,
  given: { readonly subjectId: string } | { readonly response: NonNullable<Claim['response']> },
  nowMs: number,
): Claim {
  return {
    ...claim,
    subjectId: undefined,
    response: undefined,
    ...given,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + claimLifetimeMs,
    version: 1,
  };
}

/**
 * Returns the write that claims a key for its result, for the transaction that makes the result. Empty without a key.
 */
export function claimWrites(claim: NewClaim | undefined, subjectId: string, nowMs: number): readonly Write[] {
  if (claim === undefined) return [];
  return [insert('claim', newClaim(claim, { subjectId }, nowMs))];
}

/** Returns the fields by which an activity line names its claim, so that reconciliation notices a missing claim. */
export function claimedBy(claim: NewClaim | undefined, nowMs: number): Pick<ActivityLine, 'claimedBy'> {
  if (claim === undefined) return {};
  const { routeId, keyHash } = claim;
  return { claimedBy: { routeId, keyHash, untilMs: nowMs + claimLifetimeMs } };
}
