import type { Card, FaultRule } from '../books/records.ts';
import { emitCardEvent } from './card-events.ts';
import { type Issuer, moveWallet } from './issuer.ts';

/**
 * Ends a card for good. What is left on it goes back to the issuing wallet (or stays, by setting); what it owes is
 * taken from there. Unloads under way fail when they come to their end, their money being part of what is left.
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
