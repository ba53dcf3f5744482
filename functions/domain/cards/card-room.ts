import { least, minus, sum, zero, type Cents } from '#shared/money.ts';
import { limits } from '#shared/limits.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { SteeringValues } from '#functions/ports/entities/settings.ts';
import { limitsOf, madeWith } from '../steering/card-limits.ts';

/** A card's limits as it has them now, with what is left of them. */
export type CardRoom = {
  readonly balanceCents: Cents;
  readonly transactionCents: Cents;
  readonly monthlySpendCents: Cents;
  readonly spentThisMonthCents: Cents;
  /** Maximum on the card after a load. */
  readonly holdableCents: Cents;
};

/**
 * Returns a card's limits at a time. The issuer keeps a card to the monthly limit that it was made with, and has no call that
 * changes it. A limit that has fallen since is kept by us: nothing is loaded that could not be spent within it this month,
 * so no later month can go over it with money that was loaded. What a refund brings can be spent again.
 */
export function roomOf(card: Card, steering: Pick<SteeringValues, 'limits'>, atMs: number): CardRoom {
  const { balanceCents, monthlySpendCents } = limitsOf(card, steering, atMs);
  const spentThisMonthCents =
    card.spendMonth === new Date(atMs).toISOString().slice(0, 7) ? card.spentThisMonthCents : zero;
  const leftCents = minus(monthlySpendCents, least(monthlySpendCents, spentThisMonthCents));
  // The issuer has one limit for all cards. Beyond the most on a card only what stands there since before a fall can be spent.
  const onCardCents = sum(card.balanceCents, card.pendingInCents);
  const spendableCents = onCardCents > balanceCents ? onCardCents : balanceCents;
  const isOurs = monthlySpendCents < madeWith(card).monthlySpendCents;
  return {
    balanceCents,
    transactionCents: least(limits.cardTransactionMaxCents, spendableCents),
    monthlySpendCents,
    spentThisMonthCents,
    holdableCents: isOurs ? least(balanceCents, leftCents) : balanceCents,
  };
}
