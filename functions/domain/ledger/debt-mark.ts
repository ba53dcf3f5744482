import type { Card } from '#functions/ports/entities/cards.ts';
import { reasonsChanged, withReason, withoutReasons } from '../cards/frozen-reasons.ts';

/** True for cards that exist at the issuer, or may yet. A retiring card is left out: it is to be frozen anyway. */
const isThere: Readonly<Record<Card['lifecycle'], boolean>> = {
  creating: true,
  open: true,
  retiring: false,
  closing: true,
  failed: false,
  deleted: false,
};

/**
 * Returns the change of a card when its account's debt begins or ends; the card is then due at once. Undefined when
 * nothing changes.
 */
export function debtMark(card: Card, isOwing: boolean, nowMs: number): Partial<Card> | undefined {
  if (!isThere[card.lifecycle] || card.frozenReasons.includes('debt') === isOwing) return undefined;
  return reasonsChanged(card, isOwing ? withReason(card, 'debt') : withoutReasons(card, 'debt'), nowMs);
}
