import type { Card, Holder } from '../books/records.ts';
import type { Issuer } from './issuer.ts';
import { refusals } from './issuer-refusal.ts';

/**
 * Returns the card, deleted ones included. Refuses when there is none, or when its creation has failed or is not
 * finished.
 */
export function requireCard(issuer: Issuer, id: string): Card {
  const card = issuer.books.cards.get(id);
  if (!card || card.state === 'creating' || card.state === 'failed') throw refusals.noCard();
  return card;
}

/** Returns the card. Refuses one that is deleted or whose holder is blacklisted. */
export function requireLivingCard(issuer: Issuer, id: string): Card {
  const card = requireCard(issuer, id);
  if (card.state === 'deleted') throw refusals.cardDeleted();
  if (issuer.books.holders.get(card.holderId)?.blacklisted) throw refusals.blacklisted();
  return card;
}

/** Returns the holder. Refuses when there is none, or when the holder is blacklisted. */
export function requireHolder(issuer: Issuer, id: string): Holder {
  const holder = issuer.books.holders.get(id);
  if (!holder || holder.deleted) throw refusals.noHolder();
  if (holder.blacklisted) throw refusals.blacklisted();
  return holder;
}
