import type { Entry } from '#functions/ports/entities/books.ts';

/**
 * What an account held at a past moment, in cents per bucket: what the last entry up to then says came out. Nothing
 * before the first. Entries are in order; the time of one is when it was decided, so of two that overtook one another
 * the one with the higher number counts.
 */
export function balanceAt(entries: readonly Entry[], atMs: number): Readonly<Record<string, number>> {
  return entries.findLast((entry) => entry.atMs <= atMs)?.after ?? {};
}

/** The same, by replaying what each entry changed instead of believing what it says came out. */
export function replayedUntil(entries: readonly Entry[], atMs: number): Readonly<Record<string, number>> {
  const last = entries.findLastIndex((entry) => entry.atMs <= atMs);
  const balance: Record<string, number> = {};
  for (const { deltas } of entries.slice(0, last + 1)) {
    for (const [bucket, change] of Object.entries(deltas)) balance[bucket] = (balance[bucket] ?? 0) + change;
  }
  return balance;
}
