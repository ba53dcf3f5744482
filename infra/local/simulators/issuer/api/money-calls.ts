import type { Entry } from '../books/records.ts';
import { balancesOf } from '../engine/card-money.ts';
import { findEffect } from '../engine/fault-modes.ts';
import { requireCard, requireLivingCard } from '../engine/find-records.ts';
import { type Call, type CallHandler, success } from '../engine/issuer.ts';
import { refusal, refusals } from '../engine/issuer-refusal.ts';
import { merchantOnEntry } from '../engine/merchants.ts';
import { purchase } from '../engine/purchases.ts';
import { limitRate } from '../engine/rate-limits.ts';
import { fundCard, unloadCard, type WantedTransfer } from '../engine/transfers.ts';
import { FieldReader, queryPage, queryText } from './field-reader.ts';
import { entryView, page } from './views.ts';

/** `GET cards/get_card_balance?card_id=`: cents, as texts. */
export const getCardBalance: CallHandler = (issuer, call) => {
  const card = requireCard(issuer, queryText(call.query, 'card_id'));
  limitRate(issuer, `balance:${card.id}`, issuer.settings().readLimitSeconds);
  const stale = findEffect(call.effects, 'stale') !== undefined;
  const { bookCents, availableCents } = stale ? card.previous : balancesOf(card);
  const available = String(availableCents);
  const book = String(bookCents);
  const settled =
    issuer.settings().balanceNames === 'settled' || findEffect(call.effects, 'alternative_names') !== undefined;
  return success(200, 'Card balance fetched successfully', {
    card_id: card.id,
    balance: book,
    ...(settled
      ? { settled_available_balance: available, settled_book_balance: book }
      : { available_balance: available, book_balance: book }),
  });
};

function readTransfer(call: Call): WantedTransfer {
  const fields = new FieldReader(call.body);
  const wanted = {
    cardId: fields.filledText('card_id'),
    cents: fields.cents('amount'),
    reference: fields.filledText('transaction_reference'),
  };
  const currency = fields.filledText('currency');
  fields.finish();
  if (currency !== 'USD') throw refusal(400, 'This currency is currently unavailable');
  return wanted;
}

/** `PATCH cards/fund_card_asynchronously`: accepted; the outcome comes later. */
export const fundCardCall: CallHandler = (issuer, call) => {
  const { cardId, id } = fundCard(issuer, readTransfer(call), call.effects);
  return success(202, 'Card funding in progress', { card_id: cardId, transaction_reference: id });
};

/** `PATCH cards/unload_card_asynchronously`: accepted; the outcome comes later. */
export const unloadCardCall: CallHandler = (issuer, call) => {
  const { cardId, id } = unloadCard(issuer, readTransfer(call), call.effects);
  return success(202, 'Card unloading in progress', { card_id: cardId, transaction_reference: id });
};

/** `GET cards/get_card_transaction_status?card_id=&client_transaction_reference=`. */
export const getTransferStatus: CallHandler = (issuer, call) => {
  const cardId = queryText(call.query, 'card_id');
  const transfer = issuer.books.transfers.get(queryText(call.query, 'client_transaction_reference'));
  // A card whose creation failed is no card, but its creation has a reference as any other transfer.
  const isCreation = transfer?.kind === 'create' && issuer.settings().failedCreation === 'reported';
  if (transfer?.cardId !== cardId || !isCreation) requireCard(issuer, cardId);
  if (transfer?.cardId !== cardId) throw refusals.noTransaction(issuer.settings().unknownReference);
  return success(200, 'Transaction status fetched successfully', { transaction_status: transfer.status });
};

/** Reads `YYYY-MM-DD HH:MM:SS` (GMT) of the query; `undefined` without it. */
function queryDate(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN;
  if (Number.isNaN(time)) throw refusal(400, `Invalid ${name}, the format is YYYY-MM-DD HH:MM:SS`);
  return time;
}

/** `GET cards/get_card_transactions?card_id=&page=`: 20 a page, newest first unless set otherwise, optionally between two dates. */
export const listTransactions: CallHandler = (issuer, call) => {
  const card = requireCard(issuer, queryText(call.query, 'card_id'));
  const number = queryPage(call.query);
  const from = queryDate(call.query, 'start_date') ?? -Infinity;
  // Dates have whole seconds: what happened within the last one belongs to it.
  const to = (queryDate(call.query, 'end_date') ?? Infinity) + 999;
  limitRate(issuer, `transactions:${card.id}:${number}`, issuer.settings().readLimitSeconds);
  const entries = issuer.books.entries.where('cardId', card.id).filter((entry) => entry.at >= from && entry.at <= to);
  const isOldestFirst = issuer.settings().statementOrder === 'oldest_first';
  const { items, meta } = page(isOldestFirst ? entries : entries.toReversed(), number);
  const shown = findEffect(call.effects, 'duplicate_items') ? items.flatMap((entry) => [entry, entry]) : items;
  return success(200, 'Card transactions fetched successfully', {
    transactions: shown.map((entry) => entryView(issuer, entry, card)),
    meta,
  });
};

/** `GET cards/get_card_transaction_by_id?card_id=` with `client_transaction_reference` or `bridgecard_transaction_reference`. */
export const getTransaction: CallHandler = (issuer, call) => {
  const card = requireCard(issuer, queryText(call.query, 'card_id'));
  const own = call.query.get('bridgecard_transaction_reference');
  const found: Entry | undefined = own
    ? issuer.books.entries.get(own)
    : issuer.books.entries.where('reference', queryText(call.query, 'client_transaction_reference'))[0];
  if (found?.cardId !== card.id) throw refusals.noTransaction(issuer.settings().unknownReference);
  return success(200, 'Transaction fetched successfully', entryView(issuer, found, card));
};

/** `PATCH cards/mock_debit_transaction`: the sandbox's own purchase, whose amount and merchant cannot be chosen. */
export const mockDebit: CallHandler = (issuer, call) => {
  if (call.base === 'live') throw refusal(403, 'This endpoint is only available in the sandbox environment');
  const fields = new FieldReader(call.body);
  const cardId = fields.filledText('card_id');
  fields.finish();
  const card = requireLivingCard(issuer, cardId);
  const { id, approved } = purchase(
    issuer,
    {
      cardNumber: card.pan,
      cvv: card.cvv,
      expiry: `${card.expiryMonth}/${card.expiryYear}`,
      cents: 100,
      merchant: merchantOnEntry('Mock Debit Store', undefined, false),
      pin: undefined,
    },
    call.effects,
  );
  // The decline stays on record, so it is no refusal, which would undo it.
  if (!approved) return { status: 400, body: { message: "This card doesn't have enough funds for this transaction" } };
  return success(200, 'Transaction was successful', { card_id: card.id, transaction_reference: id });
};
