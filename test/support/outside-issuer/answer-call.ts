import { openEnvelope } from './aes-envelope.ts';
import { refusal, schemaError, success, type Answer } from './answer.ts';
import type { Call } from './calls.ts';
import type { IssuedCard, IssuedLine } from './issued.ts';
import type { IssuerBooks } from './issuer-books.ts';
import { Refusal } from './refusal.ts';
import type { Ways } from './ways.ts';
import {
  extra,
  writtenBalance,
  writtenCard,
  writtenCents,
  writtenDate,
  writtenHolder,
  writtenLine,
} from './written.ts';

/** The data that answers to calls are made from. */
export type Desk = { readonly books: IssuerBooks; readonly ways: Ways; readonly secretKey: string };

/** Minimum first funding of a card by its limit, both in cents. */
const leastFunding: Readonly<Record<string, number>> = { '500000': 300, '1000000': 400 };

const pageLength = 20;

/** Carries a call out and returns its answer. `shouldFail` makes it fail after it was accepted. */
export function answerCall(desk: Desk, call: Call, shouldFail: boolean): Answer {
  try {
    return answer(desk, call, shouldFail);
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusal(thrown.status, thrown.message);
    throw thrown;
  }
}

function answer(desk: Desk, call: Call, shouldFail: boolean): Answer {
  const { books, ways } = desk;
  const card = (): IssuedCard => books.card(call.query.get('card_id') ?? '');
  switch (call.name) {
    case 'register':
      return register(desk, call, shouldFail);
    case 'holder':
      return success(writtenHolder(books.holder(call.query.get('cardholder_id') ?? ''), ways));
    case 'create':
      return create(desk, call, shouldFail);
    case 'details':
      return success(writtenCard(card(), ways, call.isRelayed));
    case 'reveal-token':
      return refusal(403, 'Token reveal is not enabled for this program');
    case 'balance':
      return success({ card_id: card().cardId, ...writtenBalance(card(), ways), ...extra(ways) });
    case 'fund':
    case 'unload':
      return transfer(desk, call, call.name, shouldFail);
    case 'status':
      return success({ transaction_status: statusOf(card(), call, ways), ...extra(ways) });
    case 'list':
      return success(pageOf(card(), call, ways));
    case 'transaction':
      return success(writtenLine(lineOf(card(), call, ways), card(), ways));
    case 'freeze':
    case 'unfreeze':
      return success({ card_id: books.setFrozen(call.query.get('card_id') ?? '', call.name === 'freeze').cardId });
    case 'delete':
      return success({ card_id: books.delete(call.id).cardId });
    case 'pin':
      return setPin(desk, call);
    case 'holder-cards': {
      const holderId = call.query.get('cardholder_id') ?? '';
      const cards = [...books.cards.values()].filter((card) => card.holderId === holderId && isShown(card, ways));
      const listed = (card: IssuedCard) =>
        ways.listedCards === 'whole' ? writtenCard(card, ways, false) : { card_id: card.cardId };
      return success({ cards: cards.map(listed), total: cards.length });
    }
    case 'all-cards': {
      const cards = [...books.cards.values()].filter((card) => isShown(card, ways));
      const { items, meta } = paged(cards, call, ways);
      return success({ cards: items.map((card) => writtenCard(card, ways, false)), meta });
    }
    case 'all-holders': {
      const { items, meta } = paged([...books.holders.values()], call, ways);
      return success({ cardholders: items.map((holder) => writtenHolder(holder, ways)), meta });
    }
    case 'wallet':
      return success({ issuing_balance_USD: writtenCents(books.floatCents, ways), ...extra(ways) });
  }
}

function register({ books }: Desk, { body }: Call, shouldFail: boolean): Answer {
  for (const field of ['first_name', 'last_name', 'email_address']) {
    if (typeof body[field] !== 'string' || body[field] === '') return schemaError(field, 'field required');
  }
  for (const field of ['first_name', 'last_name']) {
    if (String(body[field]).length < 3) return refusal(400, 'Invalid firstname or lastname: at least 3 letters');
  }
  const name = `${String(body['first_name'])} ${String(body['last_name'])}`;
  return success({ cardholder_id: books.register(name, body['meta_data'], shouldFail).holderId }, 201);
}

function create({ books, secretKey }: Desk, { body }: Call, shouldFail: boolean): Answer {
  const {
    cardholder_id: holderId,
    card_limit: limit,
    funding_amount: funding,
    transaction_reference: reference,
  } = body;
  if (body['card_currency'] !== 'USD') return schemaError('card_currency', 'unexpected value');
  if (body['card_type'] !== 'virtual') return schemaError('card_type', 'unexpected value');
  if (body['card_brand'] !== 'Mastercard') return schemaError('card_brand', 'unexpected value');
  if (typeof holderId !== 'string') return schemaError('cardholder_id', 'field required');
  const least = typeof limit === 'string' ? leastFunding[limit] : undefined;
  if (least === undefined) return schemaError('card_limit', 'unexpected value');
  const fundingCents = readCents(funding);
  if (fundingCents === undefined) return schemaError('funding_amount', 'a string of cents');
  if (fundingCents < least) return refusal(400, `Please fund the card with at least ${least / 100} USD`);
  const pin = openEnvelope(String(body['pin']), secretKey);
  if (pin === undefined || !/^\d{4}$/.test(pin)) return refusal(400, 'Please provide a valid encrypted 4 digit pin');
  const wish = { holderId, limitCents: Number(limit), fundingCents, pin, meta: body['meta_data'] };
  const card = books.create({ ...wish, reference: String(reference) }, shouldFail);
  return success({ card_id: card.cardId, currency: 'USD' }, 201);
}

function transfer({ books }: Desk, { body }: Call, kind: 'fund' | 'unload', shouldFail: boolean): Answer {
  const cents = readCents(body['amount']);
  const { card_id: cardId, transaction_reference: reference } = body;
  if (cents === undefined || cents === 0) return schemaError('amount', 'a string of cents');
  if (body['currency'] !== 'USD') return schemaError('currency', 'unexpected value');
  if (typeof cardId !== 'string') return schemaError('card_id', 'field required');
  if (typeof reference !== 'string' || reference === '') return schemaError('transaction_reference', 'field required');
  books.transfer({ kind, cardId, cents, reference }, shouldFail);
  return accepted(cardId, reference);
}

/** Returns the answer about an accepted transfer. */
export function accepted(cardId: unknown, reference: unknown): Answer {
  return success({ card_id: cardId, transaction_reference: reference }, 202);
}

function setPin({ books, secretKey }: Desk, { body }: Call): Answer {
  const card = books.card(String(body['card_id']));
  const pin = openEnvelope(String(body['card_pin']), secretKey);
  if (pin === undefined || !/^\d{4}$/.test(pin)) return refusal(400, 'Please provide a valid encrypted 4 digit pin');
  card.pin = pin;
  return success({ card_id: card.cardId });
}

function statusOf(card: IssuedCard, { query }: Call, { unknownStatus, unknownReference }: Ways): string {
  const reference = query.get('client_transaction_reference');
  const found = card.transfers.find((transfer) => transfer.reference === reference);
  if (!found) throw new Refusal(unknownStatus, unknownReference);
  return found.status;
}

function lineOf(card: IssuedCard, { query }: Call, { unknownStatus, unknownReference }: Ways): IssuedLine {
  const [client, issuer] = [query.get('client_transaction_reference'), query.get('bridgecard_transaction_reference')];
  const found = card.lines.find((line) => line.clientReference === client || line.issuerReference === issuer);
  if (!found) throw new Refusal(unknownStatus, unknownReference);
  return found;
}

function pageOf(card: IssuedCard, call: Call, ways: Ways): Record<string, unknown> {
  const { query } = call;
  const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '9999'];
  const lines = card.lines.filter(({ atMs }) => writtenDate(atMs) >= from && writtenDate(atMs) <= to);
  const { items, meta } = paged(ways.order === 'newest-first' ? lines.toReversed() : lines, call, ways);
  return { transactions: items.map((line) => writtenLine(line, card, ways)), meta, ...extra(ways) };
}

/** Returns a page with its metadata. As in the published samples, `next` names a host that does not exist. */
function paged<T>(all: readonly T[], { query }: Call, ways: Ways): { items: readonly T[]; meta: unknown } {
  const page = Number(query.get('page') ?? 1);
  const start = (page - 1) * pageLength;
  const items = all.slice(ways.pagesOverlap ? Math.max(0, start - 1) : start, start + pageLength);
  const pages = Math.max(1, Math.ceil(all.length / pageLength));
  return { items, meta: { total: all.length, pages, previous: null, next: 'https://issuer.invalid/?page=9' } };
}

function isShown({ isDeleted }: IssuedCard, { deletedCards }: Ways): boolean {
  return !isDeleted || deletedCards === 'shown';
}

/** Reads an amount of whole cents from a text. Returns undefined for anything else. */
function readCents(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}
