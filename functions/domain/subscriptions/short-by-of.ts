import { least, minus, sum, type Cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Subscription } from '#functions/ports/entities/subscriptions.ts';

/** Returns the amount that a card lacks for a payment, in cents. Money on its way to the card counts. */
export function shortByOf(
  card: Pick<Card, 'balanceCents' | 'pendingInCents'>,
  { expectedCents }: Pick<Subscription, 'expectedCents'>,
): Cents {
  const there = sum(card.balanceCents, card.pendingInCents);
  return there <= 0 ? expectedCents : minus(expectedCents, least(expectedCents, there));
}
