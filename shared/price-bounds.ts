import { cents } from './money.ts';

/** Bounds of all prices. Within them, a load with the fee included and one with the fee on top agree to the cent. */
export const priceBounds = {
  cardFeeMaxCents: cents(5_000),
  firstLoadMinCents: cents(100),
  firstLoadMaxCents: cents(10_000),
  loadPercentMax: 10,
  loadFixedMaxCents: cents(1_000),
  /** Minimum delay before new prices begin, in milliseconds: every function has to know them by then. */
  aheadMs: 5 * 60_000,
  /** Maximum number of versions that are still to begin. */
  upcomingMax: 3,
} as const;
