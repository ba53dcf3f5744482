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
 * Returns a card's limits at a time. The issuer enforces the monthly limit that the card was made with, and cannot
 * change it. We enforce a limit that has fallen since: a load must not exceed what can still be spent within it this
 * month, so loaded money cannot go over it in a later month either. A refund can be spent again.
 */
export function roomOf(card: Card, steering: Pick<SteeringValues, 'limits'>, atMs: number): CardRoom {
  const { balanceCents, monthlySpendCents } = limitsOf(card, steering, atMs);
  const spentThisMonthCents =
    card.spendMonth === new Date(atMs).toISOString().slice(0, 7) ? card.spentThisMonthCents : zero;
  const leftCents = minus(monthlySpendCents, least(monthlySpendCents, spentThisMonthCents));
  // The issuer has one limit for all cards. A card that held more before its limit fell can still spend that.
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
