import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';

/** The sums of a day, of all days or of one person. All of them can be counted again from the journal. */
export type Statistics = {
  /** Creations that the issuer confirmed. */
  readonly cardsCreated: number;
  /** Deposits that were credited, in any later state. */
  readonly paidInvoices: number;
  /** Credited for deposits, refunds taken back. */
  readonly fundedCents: Cents;
  readonly cardFeeCents: Cents;
  readonly loadFeeCents: Cents;
};

/** One shard of one day's statistics; a day is the sum of its shards. Kept by the table's stream. */
export type PlatformStatistics = Statistics & {
  /** `2026-11-21`, UTC, or `total` for all days together. */
  readonly day: string;
  readonly shard: number;
  /** New accounts. */
  readonly usersRegistered: number;
  readonly version: number;
};

/** One person's statistics. Kept by the table's stream. */
export type UserStatistics = Statistics & {
  readonly userId: Id<'user'>;
  /** People who came by this person's link and verified their address. */
  readonly referrals: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** The mark of a counted record. It outlives the stream's day by far, so nothing is ever counted twice. */
export type CountedRecord = { readonly recordId: string; readonly expiresAtMs: number };

/** The leaders in something, best first. */
export type Leaders = {
  readonly board: 'funded';
  readonly entries: readonly { readonly userId: Id<'user'>; readonly fundedCents: Cents }[];
  readonly version: number;
};
