import type { Card, FaultRule } from '../books/records.ts';
import { emitCardEvent } from './card-events.ts';
import { type Issuer, moveWallet } from './issuer.ts';

/**
 * Deletes a card. Its balance returns to the issuing wallet (or stays, by setting); a negative one is taken from there.
 * Unloads under way fail at their end, because their money was part of that balance.
 */
export function deleteCard(issuer: Issuer, card: Card, reason: string, effects: readonly FaultRule[] = []): Card {
  const settles = issuer.settings().deletionRest === 'wallet' || card.bookCents < 0;
  if (settles) moveWallet(issuer, card.bookCents);
  const deleted = issuer.books.cards.put({
    ...card,
    state: 'deleted',
    ...(settles ? { bookCents: 0, heldCents: 0, pendingUnloadCents: 0 } : {}),
    returnedCents: settles ? card.bookCents : 0,
    deletedAt: issuer.clock.now(),
    deletionReason: reason,
  });
  emitCardEvent(issuer, deleted, 'card_delete_event.successful', { reason, meta_data: card.metaData }, effects);
  return deleted;
}
