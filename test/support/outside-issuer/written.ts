import type { IssuedCard, IssuedHolder, IssuedLine } from './issued.ts';
import type { Ways } from './ways.ts';

type Json = Record<string, unknown>;

/** An amount on the wire: cents, as text unless the issuer writes numbers. */
export function writtenCents(cents: number, { amounts }: Ways): string | number {
  if (amounts === 'number') return cents;
  return amounts === 'text' ? String(cents) : `${cents}.00`;
}

/** Writes a time as `2026-11-20 08:15:02`, in GMT without a zone. */
export function writtenDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** Writes a card as `get_card_details` returns it. `isClear`: its secrets are decrypted, as by the relay. */
export function writtenCard(card: IssuedCard, ways: Ways, isClear: boolean): Json {
  const expiry = new Date(card.createdAtMs);
  const hidden = (text: string): string =>
    isClear ? text : `ev:RFVC:${Buffer.from(text.length.toString()).toString('base64')}:$`;
  return {
    card_id: card.cardId,
    cardholder_id: card.holderId,
    card_name: 'A Person',
    card_type: 'virtual',
    brand: 'Mastercard',
    card_currency: ways.currency,
    last_4: card.number.slice(-4),
    card_number: hidden(card.number),
    cvv: hidden(card.cvv),
    expiry_month: hidden(String(expiry.getUTCMonth() + 1)),
    expiry_year: hidden(String(expiry.getUTCFullYear() + 3)),
    is_active: !card.isFrozen && !card.isDeleted,
    is_deleted: card.isDeleted,
    blocked_due_to_fraud: card.isFlagged,
    ...writtenBalance(card, ways),
    pin_3ds_activated: true,
    livemode: false,
    created_at: Math.floor(card.createdAtMs / 1_000),
    meta_data: card.meta,
    ...(ways.optionalFields && {
      deletion_reason: null,
      insufficient_funds_decline_count: 0,
      has_done_debit_in_a_month: true,
      current_card_limit: String(card.limitCents),
      issuing_app_id: 'app',
      billing_address: { billing_address1: '1 Example Road', billing_city: 'Newark', billing_zip_code: '19702' },
    }),
    ...extra(ways),
  };
}

/** Writes the three balances under the field names of either generation. */
export function writtenBalance({ bookCents }: IssuedCard, ways: Ways): Json {
  const book = writtenCents(bookCents, ways);
  const available = writtenCents(bookCents - ways.heldCents, ways);
  return ways.balanceNames === 'plain'
    ? { balance: book, book_balance: book, available_balance: available }
    : { balance: book, settled_book_balance: book, settled_available_balance: available };
}

/** Writes a cardholder as `get_cardholder` returns it. */
export function writtenHolder({ holderId, name, meta, state }: IssuedHolder, ways: Ways): Json {
  return {
    cardholder_id: holderId,
    first_name: name,
    meta_data: meta,
    is_active: state === 'VERIFIED',
    is_id_verified: state === 'VERIFIED',
    identity_details: { blacklisted: false },
    ...extra(ways),
  };
}

/** Writes a line as in the list of transactions. */
export function writtenLine(line: IssuedLine, card: IssuedCard, ways: Ways): Json {
  return {
    amount: writtenCents(line.cents, ways),
    currency: ways.currency,
    card_transaction_type: line.direction,
    description: line.description,
    bridgecard_transaction_reference: line.issuerReference,
    client_transaction_reference: line.clientReference,
    card_id: card.cardId,
    cardholder_id: card.holderId,
    transaction_date: writtenDate(line.atMs),
    ...(ways.optionalFields && {
      issuing_app_id: 'app',
      livemode: false,
      transaction_timestamp: timestamp(line.atMs, ways),
    }),
    ...(ways.optionalFields &&
      line.merchant !== undefined && { merchant_category_code: '5815', enriched_data: enrichment(line.merchant) }),
    ...extra(ways),
  };
}

/** Writes the data of a webhook about a line. Not every event carries a reference. */
export function writtenEvent(line: IssuedLine, card: IssuedCard, ways: Ways, hasReference: boolean): Json {
  const isOurs = line.merchant === undefined;
  const reference = isOurs || ways.webhookReference === 'client' ? line.clientReference : line.issuerReference;
  const { bookCents } = card;
  return {
    amount: writtenCents(line.cents, ways),
    description: line.description,
    card_transaction_type: line.direction,
    ...(hasReference && { transaction_reference: reference }),
    transaction_date: writtenDate(line.atMs),
    transaction_timestamp: timestamp(line.atMs, ways),
    ...(line.merchant !== undefined && { merchant_category_code: '5815' }),
    ...(ways.optionalFields && {
      settled_book_balance: writtenCents(bookCents, ways),
      settled_available_balance: writtenCents(bookCents - ways.heldCents, ways),
    }),
  };
}

/** Returns fields that a newer version of the issuer may add anywhere. */
export function extra({ extraFields }: Ways): Json {
  return extraFields ? { added_in_2027: { nested: [1, 'two', null] }, status: 'beta', amount_in_words: 'many' } : {};
}

function enrichment(merchant: string): Json {
  return {
    is_recurring: false,
    merchant_city: 'Dublin',
    merchant_code: '5815',
    merchant_logo: '',
    merchant_name: merchant,
    transaction_category: 'Entertainment',
    transaction_group: 'Subscriptions',
  };
}

function timestamp(atMs: number, { timestamps }: Ways): number | string {
  const seconds = Math.floor(atMs / 1_000);
  if (timestamps === 'date') return writtenDate(atMs);
  return timestamps === 'number' ? seconds : String(seconds);
}
