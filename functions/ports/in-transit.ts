import type { Deposit } from './entities/deposits.ts';

const moving: ReadonlySet<Deposit['state']> = new Set(['confirming', 'partly_paid', 'locked', 'refunding']);

/**
 * True while the payment provider's balance and our books may differ by a deposit's amount, and the deposit is still
 * read there.
 */
export function isInTransit({ state, unbooked, dueAtMs }: Deposit): boolean {
  return dueAtMs !== undefined && (unbooked !== undefined || moving.has(state));
}
