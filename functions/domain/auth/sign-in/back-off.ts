import type { RateCounter } from '#functions/ports/entities/sign-in.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { dayMs } from '#functions/domain/durations.ts';

/** The rule by which a bucket of attempts slows down. */
export type BackOff = {
  /** Number of failures that cost nothing. Each further one doubles the wait: one minute, two, four … */
  readonly freeFailures: number;
  readonly waitMaxMs: number;
  /** True for a bucket that many people share: no number of failures bars all of them until it expires. */
  readonly isOfMany?: true;
};

/**
 * Maximum failures in a row. After them no password is accepted until the bucket expires or a reset (NIST SP 800-63B).
 */
const failuresMax = 100;

/** Time to live of a bucket after its last failure, in milliseconds. */
const memoryMs = dayMs;
const firstWaitMs = 60_000;

/** Returns when the last attempt of a bucket was counted, in milliseconds. */
export function countedAtMs(counter: RateCounter): number {
  return counter.expiresAtMs - memoryMs;
}

/** Returns how long a bucket still refuses attempts, in milliseconds; 0 when it accepts one. */
export function waitOf(backOff: BackOff, counter: RateCounter | undefined, nowMs: number): number {
  if (counter === undefined || counter.count < backOff.freeFailures) return 0;
  if (counter.count >= failuresMax && !backOff.isOfMany) return counter.expiresAtMs - nowMs;
  const doublings = Math.min(30, counter.count - backOff.freeFailures);
  const waitMs = Math.min(backOff.waitMaxMs, firstWaitMs * 2 ** doublings);
  return Math.max(0, countedAtMs(counter) + waitMs - nowMs);
}

/** The write that counts an attempt. */
export function countAttempt(counterId: string, seen: RateCounter | undefined, nowMs: number): Write {
  const expiresAtMs = nowMs + memoryMs;
  return seen === undefined
    ? insert('rateCounter', { counterId, count: 1, expiresAtMs, version: 1 })
    : update('rateCounter', seen, { count: seen.count + 1, expiresAtMs });
}
