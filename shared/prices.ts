import { limits } from './limits.ts';
import { cents, type Cents } from './money.ts';

/** The prices of what a person buys. */
export type Prices = {
  readonly cardFeeCents: Cents;
  /** The part of a new card's price that is on the card. */
  readonly firstLoadCents: Cents;
  /** Of what lands on the card, with at most two decimals. */
  readonly loadPercent: number;
  readonly loadFixedCents: Cents;
};

/** The prices before staff change them. */
export const firstPrices: Prices = {
  cardFeeCents: limits.cardCreationFeeCents,
  firstLoadCents: limits.cardFirstDepositCents,
  loadPercent: limits.loadFeePercent,
  loadFixedCents: limits.loadFeeFixedCents,
};

/** The number of the first prices. */
export const firstPricesNumber = 1;

/** Bounds of all prices. At any prices within them the two ways to compute a load agree to the cent. */
export const priceBounds = {
  cardFeeMaxCents: cents(5_000),
  firstLoadMinCents: cents(100),
  firstLoadMaxCents: cents(10_000),
  loadPercentMax: 10,
  loadFixedMaxCents: cents(1_000),
  /** Time before which new prices cannot begin, in milliseconds: every function has to know them by then. */
  aheadMs: 5 * 60_000,
  /** Maximum number of versions that are still to begin. */
  upcomingMax: 3,
} as const;
