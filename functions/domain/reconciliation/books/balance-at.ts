import type { Entry } from '#functions/ports/entities/books.ts';

/**
 * Returns what an account held at a past moment, in cents per bucket: the balance after the last entry up to then;
 * nothing before the first entry. Entries are in order. An entry's time is that of its decision, so where two times are
 * out of order, the entry with the higher number counts.
 */
export function balanceAt(entries: readonly Entry[], atMs: number): Readonly<Record<string, number>> {
  return entries.findLast((entry) => entry.atMs <= atMs)?.after ?? {};
}

/**
 * Returns the balance at a past moment as `balanceAt`, but adds up the changes of the entries instead of trusting the
 * balances that they state.
 */
export function replayedUntil(entries: readonly Entry[], atMs: number): Readonly<Record<string, number>> {
  const last = entries.findLastIndex((entry) => entry.atMs <= atMs);
  const balance: Record<string, number> = {};
  for (const { deltas } of entries.slice(0, last + 1)) {
    for (const [bucket, change] of Object.entries(deltas)) balance[bucket] = (balance[bucket] ?? 0) + change;
  }
  return balance;
}
