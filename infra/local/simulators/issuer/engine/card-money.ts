import { randomUUID } from 'node:crypto';
import type { Card, CardBalances, Entry } from '../books/records.ts';
import type { Issuer } from './issuer.ts';
import { startOfMonth } from './issuer-dates.ts';

/** The book balance, and what can be spent or unloaded of it. Both are negative after a forced post without cover. */
export function balancesOf(card: Card): CardBalances {
  return { bookCents: card.bookCents, availableCents: card.bookCents - card.heldCents - card.pendingUnloadCents };
}

/** A reference in the manner of the card network. */
export function networkReference(): string {
  const hex = randomUUID().replaceAll('-', '').toUpperCase();
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 14)}`;
}

/** Changes the card's money by a signed number of cents and keeps the balances before it for stale reads. */
export function moveCardMoney(issuer: Issuer, card: Card, cents: number, changes: Partial<Card> = {}): Card {
  return issuer.books.cards.put({
    ...card,
    bookCents: card.bookCents + cents,
    previous: balancesOf(card),
    lastActivityAt: issuer.clock.now(),
    // A card that is used is not deleted for being unused or empty.
    potentialDeleteAt: null,
    ...changes,
  });
}

/** Writes a line of the card's statement. It moves no money by itself. */
export function writeEntry(issuer: Issuer, entry: Omit<Entry, 'id' | 'at'>): Entry {
  return issuer.books.entries.put({ id: randomUUID().replaceAll('-', ''), at: issuer.clock.now(), ...entry });
}

/** The card's spending in the current calendar month (GMT), less refunds and reversals, in cents. */
export function spentThisMonthCents(issuer: Issuer, cardId: string): number {
  const since = startOfMonth(issuer.clock.now());
  let spent = 0;
  for (const entry of issuer.books.entries.where('cardId', cardId)) {
    if (entry.at < since) continue;
    if (entry.kind === 'purchase') spent += entry.cents;
    if (entry.kind === 'reversal') spent -= entry.cents;
  }
  return spent;
}
