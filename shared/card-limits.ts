import { cents, type Cents } from './money.ts';
import { limits } from './limits.ts';

/** The limits of a card that staff steer. */
export type CardLimits = {
  /** Maximum on the card after a load. A purchase cannot be more than what is on it, so this limits both. */
  readonly balanceCents: Cents;
  /** Maximum spent in a calendar month (UTC). */
  readonly monthlySpendCents: Cents;
};

/** The limits before staff change them, and those of every card from before a card stored its own. */
export const firstCardLimits: CardLimits = {
  balanceCents: limits.cardBalanceMaxCents,
  monthlySpendCents: limits.cardMonthlySpendMaxCents,
};

/** The number of the first limits. */
export const firstCardLimitsNumber = 1;

/** Bounds of the limits: what the issuer makes cards with. */
export const cardLimitBounds = {
  /** A new card's first load has to fit at any price. */
  balanceMinCents: cents(10_000),
  balanceMaxCents: limits.cardBalanceMaxCents,
  /** The issuer makes cards for these amounts a month and no others, and keeps each card to it. */
  monthlySpendCents: [cents(500_000), cents(1_000_000)],
  /** Maximum number of versions that have begun and still bind cards. */
  bindingMax: 40,
} as const;
