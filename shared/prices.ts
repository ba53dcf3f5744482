import { cents, type Cents } from './money.ts';

/** The prices of what a person buys. */
export type Prices = {
  readonly cardFeeCents: Cents;
  /** The part of a new card's price that is on the card. */
  readonly firstLoadCents: Cents;
  /** Fee in percent of the amount that lands on the card, with at most two decimals. */
  readonly loadPercent: number;
  readonly loadFixedCents: Cents;
};

/** The prices before staff change them. */
export const firstPrices: Prices = {
  cardFeeCents: cents(1500),
  firstLoadCents: cents(500),
  loadPercent: 3,
  loadFixedCents: cents(100),
};

/** The version number of the first prices. */
export const firstPricesNumber = 1;
