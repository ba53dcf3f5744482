import type { Coin } from '#shared/catalogue.ts';
import type { Cents } from '#shared/money.ts';

/**
 * Amounts by kind of account, debits positive: those of people and cards by their bucket (`available`, `card`,
 * `rewards`), those of the platform by their name in the chart.
 */
export type Sums = Readonly<Record<string, Cents>>;

/** A day of one coin. Amounts of the coin are decimal strings, and may begin with a minus. */
export type CoinDay = {
  /** Deposits whose first credit was on this day. */
  readonly deposits: number;
  readonly creditedCents: Cents;
  readonly refundedCents: Cents;
  readonly commissionCents: Cents;
  /** Received less what was refunded. */
  readonly received: string;
  readonly commission: string;
  readonly paidOut: string;
};

/** A sum per coin. */
export type ByCoin<T> = Readonly<Partial<Record<Coin, T>>>;

/** The provider's balance of a coin beside the balance in our books: decimal strings. */
export type CoinTie = {
  readonly coin: Coin;
  readonly books: string;
  readonly theirs: string;
  /** Part of their difference that is on its way: seen and not final yet, or locked there after it was credited. */
  readonly inTransit: string;
  readonly difference: string;
  /** Value of the difference, rounded up; 0 only where there is none. */
  readonly worthCents: Cents;
  readonly since?: DifferingSince;
};

/**
 * Since when a side has differed in every comparison, and the value of the present difference when it was new.
 */
export type DifferingSince = { readonly atMs: number; readonly worthCents: Cents };

/** The issuer's balance beside our account of the float. */
export type FloatTie = {
  readonly booksCents: Cents;
  readonly balanceCents: Cents;
  readonly inTransitCents: Cents;
  readonly differenceCents: Cents;
  readonly since?: DifferingSince;
};

/** A comparison of the books with the providers' own figures at one moment. A side that did not answer is absent. */
export type TieOut = {
  readonly atMs: number;
  readonly provider?: readonly CoinTie[];
  readonly issuer?: FloatTie;
  /** All differences together, without their signs: two of them never cancel out. */
  readonly amountCents: Cents;
};

/**
 * One day of the books. It grows in the slot `open` until the day is over, and is then stored under the day for good.
 * While the day before is not closed yet, it grows in the slot `next`.
 */
export type DailyReport = {
  /** `open` or `next`; the day once it is closed. */
  readonly slot: string;
  /** `2026-11-21`, UTC. */
  readonly day: string;
  /** The balances and the coins at the provider before the day. */
  readonly opening: Sums;
  readonly openingCoins: ByCoin<string>;
  /** The changes of the day. */
  readonly moved: Sums;
  readonly coins: ByCoin<CoinDay>;
  /** Number of journal records. */
  readonly records: number;
  /** Undefined for a day closed without a comparison, because it was long over when the first report was made. */
  readonly tie: TieOut | undefined;
  /** The report holds the records up to this moment. */
  readonly asOfMs: number;
  readonly closedAtMs: number | undefined;
  readonly version: number;
};
