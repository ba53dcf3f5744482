import { least, minus, sum, type Cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Subscription } from '#functions/ports/entities/subscriptions.ts';

/**
 * Returns the amount that a card lacks for a payment, in cents: also what it owes where its balance is below zero. Money
 * on its way to the card counts.
 */
export function shortByOf(
  card: Pick<Card, 'balanceCents' | 'pendingInCents'>,
  { expectedCents }: Pick<Subscription, 'expectedCents'>,
): Cents {
  const there = sum(card.balanceCents, card.pendingInCents);
  return minus(expectedCents, least(expectedCents, there));
}
