import type { Card, FaultRule, MerchantOnEntry, Purchase } from '../books/records.ts';
import { emitEntryEvent } from './card-events.ts';
import { moveCardMoney, networkReference, writeEntry } from './card-money.ts';
import { type Issuer, moveWallet } from './issuer.ts';
import { descriptionOf, postPurchase } from './purchases.ts';

/** The result of a correction: the reference of its line on the statement. */
export type Correction = { readonly reference: string; readonly cents: number };

/** Ways in which money comes back: `reverse` and `refund` name the purchase, an unlinked refund names nothing. */
export type ReturnKind = 'reverse' | 'refund' | 'unlinked_refund';

/** The rest of a purchase that has not come back yet: the default amount of a refund. */
export function unreturnedCents(purchase: Purchase): number {
  return Math.max(0, purchase.cents - purchase.reversedCents);
}

/**
 * Gives money of an approved purchase back. A deleted card keeps its line, but the money goes to the issuing wallet.
 * The first return is named after the purchase plus `_REVERSAL`, the next `_REVERSAL_2`, and so on.
 */
export function giveBack(
  issuer: Issuer,
  purchase: Purchase,
  card: Card,
  kind: ReturnKind,
  cents: number,
  effects: readonly FaultRule[],
): Correction {
  const nth = purchase.reversals + 1;
  const linked = `${purchase.id}_REVERSAL${nth === 1 ? '' : `_${nth}`}`;
  const reference = kind === 'unlinked_refund' ? networkReference() : linked;
  issuer.books.purchases.put({ ...purchase, reversals: nth, reversedCents: purchase.reversedCents + cents });
  const deleted = card.state === 'deleted';
  if (deleted) moveWallet(issuer, cents);
  const credited = deleted ? card : moveCardMoney(issuer, card, cents);
  const entry = writeEntry(issuer, {
    cardId: card.id,
    reference,
    kind: 'reversal',
    direction: 'CREDIT',
    cents,
    description: `${kind === 'reverse' ? 'REVERSAL' : 'REFUND'} ${descriptionOf(purchase.merchant)}`,
    merchant: purchase.merchant,
  });
  emitEntryEvent(issuer, credited, entry, 'card_reversal_event.successful', effects);
  return { reference, cents };
}

/** Posts a purchase without asking: balance, limits and state of the card do not matter, so the card may go negative. */
export function forcePost(
  issuer: Issuer,
  card: Card,
  cents: number,
  merchant: MerchantOnEntry,
  effects: readonly FaultRule[],
): Correction {
  const record: Purchase = {
    id: networkReference(),
    cardId: card.id,
    cents,
    merchant,
    approved: true,
    reason: null,
    reversedCents: 0,
    reversals: 0,
    at: issuer.clock.now(),
  };
  issuer.books.purchases.put(record);
  const posted = postPurchase(issuer, card, record, effects);
  if (card.state === 'deleted') {
    // A deleted card has nothing to pay with: the issuer takes it from the program's wallet.
    moveWallet(issuer, -cents);
    issuer.books.cards.put({ ...posted, bookCents: posted.bookCents + cents });
  }
  return { reference: record.id, cents };
}
