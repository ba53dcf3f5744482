import { cents, type Cents } from './money.ts';
import { limits } from './limits.ts';

/** The limits of a card that staff steer. */
export type CardLimits = {
  /** Maximum balance after a load. A purchase cannot exceed the card's balance, so this limits both. */
  readonly balanceCents: Cents;
  /** Maximum spent in a calendar month (UTC). */
  readonly monthlySpendCents: Cents;
};

/** The limits before staff change any, and those of all cards that do not store their own. */
export const firstCardLimits: CardLimits = {
  balanceCents: limits.cardBalanceMaxCents,
  monthlySpendCents: limits.cardMonthlySpendMaxCents,
};

/** The version number of the first limits. */
export const firstCardLimitsNumber = 1;

/** Bounds of the limits that staff can choose. */
export const cardLimitBounds = {
  /** Minimum: the first load of a new card has to fit at all allowed prices. */
  balanceMinCents: cents(10_000),
  balanceMaxCents: limits.cardBalanceMaxCents,
  /** The issuer makes cards only with one of these monthly amounts, and enforces it. */
  monthlySpendCents: [cents(500_000), cents(1_000_000)],
  /** Maximum number of versions that have begun and still bind cards. */
  bindingMax: 40,
} as const;
