import type { Adjustment } from './entities/adjustments.ts';
import type { Deposit } from './entities/deposits.ts';
import type { Operation } from './entities/operations.ts';
import type { TreasuryMove } from './entities/treasury.ts';
import type { Ticket } from './entities/tickets.ts';

/** Kinds of items that can wait for a person's decision. */
export type WaitingKind = 'deposit' | 'operation' | 'ticket' | 'adjustment' | 'treasuryMove';

/** Returns since when an item waits for a person, in milliseconds since 1970 UTC; undefined when it does not wait. */
export function waitingSinceMs(value: Deposit | Operation | Ticket | Adjustment | TreasuryMove): number | undefined {
  if ('depositId' in value) return value.waitsSinceMs;
  if ('ticketId' in value) return value.state === 'open' ? value.sinceMs : undefined;
  if ('adjustmentId' in value || 'moveId' in value) return value.state === 'waiting' ? value.createdAtMs : undefined;
  return value.state === 'review' ? value.reviewedAtMs : undefined;
}
