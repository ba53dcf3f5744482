import type { Card, Entry, FaultRule, JsonObject, WebhookRecord } from '../books/records.ts';
import { balancesOf } from './card-money.ts';
import { type Issuer, issuingAppId } from './issuer.ts';
import { issuerDate } from './issuer-dates.ts';
import { emit } from './webhook-outbox.ts';

/** Sends the program an event about a card. */
export function emitCardEvent(
  issuer: Issuer,
  card: Card,
  name: string,
  data: JsonObject,
  effects: readonly FaultRule[] = [],
): WebhookRecord {
  const common = {
    card_id: card.id,
    cardholder_id: card.holderId,
    currency: 'USD',
    issuing_app_id: issuingAppId,
    livemode: card.livemode,
  };
  return emit(issuer, { name, key: card.id, data: { ...common, ...data } }, effects);
}

/** Date and time of an event, as the issuer spells them. */
export function eventTime(milliseconds: number): JsonObject {
  return {
    transaction_date: issuerDate(milliseconds),
    transaction_timestamp: String(Math.floor(milliseconds / 1000)),
  };
}

/** Sends the program an event about a line on the statement of `card`, as the card is after it. */
export function emitEntryEvent(
  issuer: Issuer,
  card: Card,
  entry: Entry,
  name: string,
  effects: readonly FaultRule[],
): WebhookRecord {
  const { bookCents, availableCents } = balancesOf(card);
  const data = {
    amount: String(entry.cents),
    description: entry.description,
    transaction_reference: entry.reference,
    card_transaction_type: entry.direction,
    ...(entry.merchant ? { merchant_category_code: entry.merchant.mcc } : {}),
    ...eventTime(entry.at),
    settled_available_balance: String(availableCents),
    settled_book_balance: String(bookCents),
  };
  return emitCardEvent(issuer, card, name, data, effects);
}
