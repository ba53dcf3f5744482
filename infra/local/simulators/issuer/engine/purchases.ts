import { pinMatches } from '../crypto/pin-hash.ts';
import type { Card, FaultRule, MerchantOnEntry, Purchase } from '../books/records.ts';
import { emitCardEvent, emitEntryEvent, eventTime } from './card-events.ts';
import { balancesOf, moveCardMoney, networkReference, spentThisMonthCents, writeEntry } from './card-money.ts';
import { deleteCard } from './delete-card.ts';
import type { Issuer } from './issuer.ts';
import { blockedMccs } from './merchants.ts';

/** An attempted payment with a card. */
export type PurchaseInput = {
  readonly cardNumber: string;
  readonly cvv: string;
  readonly expiry: string;
  /** US cents, fee not included. */
  readonly cents: number;
  readonly merchant: MerchantOnEntry;
  /** The static 3-D Secure PIN, when the shop asked for it. */
  readonly pin: string | undefined;
};

/** Tries a payment: checks every rule, moves the money when all hold, and sends an event either way. */
export function purchase(issuer: Issuer, input: PurchaseInput, effects: readonly FaultRule[]): Purchase {
  const card = issuer.books.cards.where('pan', input.cardNumber.replaceAll(/\D/g, ''))[0];
  const reason = card ? declineReason(issuer, card, input) : 'card not found';
  const record: Purchase = {
    id: networkReference(),
    cardId: card?.id ?? null,
    cents: input.cents,
    merchant: input.merchant,
    approved: reason === undefined,
    reason: reason ?? null,
    reversedCents: 0,
    reversals: 0,
    at: issuer.clock.now(),
  };
  issuer.books.purchases.put(record);
  if (!card) return record;
  if (reason !== undefined) decline(issuer, card, record, reason, effects);
  else {
    postPurchase(issuer, card, record, effects, { declines: 0 });
    chargeFee(issuer, card.id, effects);
  }
  return record;
}

/**
 * The reason why the card does not pay; undefined when it does. A caller that does not know the card's secrets learns
 * nothing of its state.
 */
function declineReason(issuer: Issuer, card: Card, input: PurchaseInput): string | undefined {
  const settings = issuer.settings();
  const now = issuer.clock.now();
  if (card.state === 'creating' || card.state === 'failed') return 'card not found';
  if (!sameExpiry(card, input.expiry)) return 'incorrect expiry';
  if (input.cvv.trim() !== card.cvv) return 'incorrect CVV';
  if (card.state === 'deleted') return 'card deleted';
  if (now >= Date.UTC(card.expiryYear, card.expiryMonth)) return 'card expired';
  if (card.fraud || card.freeze === 'insufficient_funds') return 'card blocked';
  if (card.freeze !== 'none') return 'card frozen';
  if (input.pin !== undefined && !pinMatches(input.pin, card.pin)) return 'incorrect PIN';
  if (blockedMccs.has(input.merchant.mcc)) return 'blocked merchant';
  if (input.cents > settings.singleTransactionCents) return 'single transaction limit';
  if (input.cents + settings.purchaseFeeCents > balancesOf(card).availableCents) return 'insufficient balance';
  if (spentThisMonthCents(issuer, card.id) + input.cents > card.limitCents) return 'monthly limit';
  return undefined;
}

/** Accepts `4/29`, `04/29`, `04/2029`, with or without spaces. */
function sameExpiry(card: Card, text: string): boolean {
  const match = /^\s*(\d{1,2})\s*[/-]?\s*(?:20)?(\d{2})\s*$/.exec(text);
  return match !== null && Number(match[1]) === card.expiryMonth && Number(match[2]) === card.expiryYear % 100;
}

/** Takes a purchase off the card without checking its state or money: that is what forced posts and captures do. */
export function postPurchase(
  issuer: Issuer,
  card: Card,
  record: Purchase,
  effects: readonly FaultRule[],
  changes: Partial<Card> = {},
): Card {
  const charged = moveCardMoney(issuer, card, -record.cents, changes);
  const entry = writeEntry(issuer, {
    cardId: card.id,
    reference: record.id,
    kind: 'purchase',
    direction: 'DEBIT',
    cents: record.cents,
    description: descriptionOf(record.merchant),
    merchant: record.merchant,
  });
  emitEntryEvent(issuer, charged, entry, 'card_debit_event.successful', effects);
  return charged;
}

/** Capitals, as on a statement. */
export function descriptionOf(merchant: MerchantOnEntry): string {
  return merchant.name.toUpperCase().slice(0, 40);
}

function chargeFee(issuer: Issuer, cardId: string, effects: readonly FaultRule[]): void {
  const cents = issuer.settings().purchaseFeeCents;
  const card = issuer.books.cards.get(cardId);
  if (cents === 0 || !card) return;
  const charged = moveCardMoney(issuer, card, -cents);
  const entry = writeEntry(issuer, {
    cardId,
    reference: networkReference(),
    kind: 'fee',
    direction: 'DEBIT',
    cents,
    description: 'Transaction fee',
    merchant: null,
  });
  emitEntryEvent(issuer, charged, entry, 'card_debit_event.successful', effects);
}

function decline(issuer: Issuer, card: Card, record: Purchase, reason: string, effects: readonly FaultRule[]): void {
  emitCardEvent(
    issuer,
    card,
    'card_debit_event.declined',
    {
      amount: String(record.cents),
      decline_reason: reason,
      description: descriptionOf(record.merchant),
      transaction_reference: record.id,
      card_transaction_type: 'DEBIT',
      merchant_category_code: record.merchant.mcc,
      ...eventTime(record.at),
    },
    effects,
  );
  if (reason !== 'insufficient balance') return;
  const counted = issuer.books.cards.put({ ...card, declines: card.declines + 1 });
  if (counted.declines >= issuer.settings().declinesUntilDeletion) {
    deleteCard(issuer, counted, 'Too many declined transactions in a row due to insufficient balance', effects);
  }
}
