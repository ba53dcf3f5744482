import type { HistoryRow } from './history-words.ts';

/** Spending under one name, in cents, net of refunds and reversals. */
export type Spending = { readonly name: string; readonly cents: number; readonly beforeCents: number };

/** The month of the person's calendar that a line is in, counted from year 0. */
function monthOf(at: Date): number {
  return at.getFullYear() * 12 + at.getMonth();
}

/**
 * Sums purchases less refunds and reversals of the month of `now`, beside the month before, by category or merchant.
 * Largest first; a name without spending in either month is left out.
 */
export function spendingBy(by: 'category' | 'merchant', rows: readonly HistoryRow[], now: Date): readonly Spending[] {
  const sums = new Map<string, { cents: number; beforeCents: number }>();
  for (const row of rows) {
    if (row.of !== 'card' || row.kind === 'fee') continue;
    const age = monthOf(now) - monthOf(new Date(row.createdAt));
    if (age !== 0 && age !== 1) continue;
    const name = row[by] || (by === 'category' ? 'Other' : row.description);
    const sum = sums.get(name) ?? { cents: 0, beforeCents: 0 };
    if (age === 0) sum.cents -= row.booked;
    else sum.beforeCents -= row.booked;
    sums.set(name, sum);
  }
  return [...sums]
    .map(([name, sum]) => ({ name, ...sum }))
    .filter(({ cents, beforeCents }) => cents !== 0 || beforeCents !== 0)
    .toSorted((a, b) => b.cents - a.cents || b.beforeCents - a.beforeCents);
}

/** The first moment of the month before, to read both months from. */
export function spendingFrom(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth() - 1, 1);
}
