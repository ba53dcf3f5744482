import type { Card } from '#functions/ports/entities/cards.ts';

/** A card in a line of text: `Travel •••• 4444`. */
export function labelOf(card: Pick<Card, 'name' | 'last4Digits'>): string {
  return `${card.name} •••• ${card.last4Digits}`;
}
