import type { Card } from '#functions/ports/entities/cards.ts';
import { reasonsChanged, withReason, withoutReasons } from '../cards/frozen-reasons.ts';

/** Cards that there are at the issuer, or may yet be. A retiring one is to be frozen whatever its reasons. */
const isThere: Readonly<Record<Card['lifecycle'], boolean>> = {
  creating: true,
  open: true,
  retiring: false,
  closing: true,
  failed: false,
  deleted: false,
};

/**
 * Returns the change of a card when a debt of its account begins or ends, due at once; undefined when nothing changes.
 */
export function debtMark(card: Card, isOwing: boolean, nowMs: number): Partial<Card> | undefined {
  if (!isThere[card.lifecycle] || card.frozenReasons.includes('debt') === isOwing) return undefined;
  return reasonsChanged(card, isOwing ? withReason(card, 'debt') : withoutReasons(card, 'debt'), nowMs);
}
