import type { Id } from '#shared/ids.ts';
import type { LedgerOwner } from './books.ts';
import type { UserStatistics } from './statistics.ts';

/** An account at a checkpoint: its last entry by then, and the balances after that entry, in cents per bucket. */
export type AccountCheckpoint = {
  readonly sequence: number;
  readonly hash: string;
  readonly after: Readonly<Record<string, number>>;
};

/**
 * The point from which a person's books are read: everything before it was checked and found right, and is summed up
 * here. It belongs to the hash chains: it holds the hash of each account's last entry and of the checkpoint before.
 */
export type Checkpoint = {
  readonly userId: Id<'user'>;
  /** Events before it are in the sums; those at it or later are not. */
  readonly untilMs: number;
  /** When the whole history was last read; 0 while none was read without a finding. */
  readonly wholeAtMs: number;
  /** Every account that had an entry at the time of the checkpoint. */
  readonly accounts: Readonly<Partial<Record<LedgerOwner, AccountCheckpoint>>>;
  /** Lines in the history of each card. */
  readonly lines: Readonly<Partial<Record<Id<'card'>, number>>>;
  /** Cards that were deleted, or never made, and that nothing can happen to any more. */
  readonly endedCards: readonly Id<'card'>[];
  readonly statistics: Omit<UserStatistics, 'userId' | 'updatedAtMs' | 'version'>;
  /** Rewards paid out, in cents. */
  readonly paidOutCents: number;
  /** Hash of the checkpoint before; '' in the first. */
  readonly previousHash: string;
  /** Over all of the above. */
  readonly hash: string;
  readonly version: number;
};

/**
 * The entries of a day, as the last comparison of the journal with everybody's entries found them. Later comparisons
 * use it in their place. A count below 0: that comparison found a break, so the entries are read again.
 */
export type DayCheckpoint = {
  readonly day: string;
  readonly count: number;
  readonly print: number;
  readonly version: number;
};
