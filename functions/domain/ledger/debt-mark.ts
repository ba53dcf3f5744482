import type { Card } from '#functions/ports/entities/cards.ts';
import { isKept, reasonsChanged, withReason, withoutReasons } from '../cards/frozen-reasons.ts';

/**
 * Returns the change of a card when its account's debt begins or ends; the card is then due at once. Undefined when
 * nothing changes.
 */
export function debtMark(card: Card, isOwing: boolean, nowMs: number): Partial<Card> | undefined {
  if (!isKept(card) || card.frozenReasons.includes('debt') === isOwing) return undefined;
  return reasonsChanged(card, isOwing ? withReason(card, 'debt') : withoutReasons(card, 'debt'), nowMs);
}
