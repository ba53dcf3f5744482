import { randomBytes } from 'node:crypto';
import type { Card, Entry, Holder, JsonObject } from '../books/records.ts';
import { balancesOf, spentThisMonthCents } from '../engine/card-money.ts';
import { type Issuer, issuingAppId } from '../engine/issuer.ts';
import { enrich } from '../engine/merchants.ts';
import { issuerDate, startOfMonth } from '../engine/issuer-dates.ts';

const pageSize = 20;

/** The stand-in for a secret on the API host: only the relay could open it. */
function sealed(): string {
  return `ev:RFVC:${randomBytes(12).toString('base64url')}:${randomBytes(33).toString('base64url')}:$`;
}

/** A card as the details calls show it, with its secrets in clear or sealed. */
export function cardView(
  issuer: Issuer,
  card: Card,
  secrets: 'clear' | 'sealed',
  balances = balancesOf(card),
): JsonObject {
  const holder = issuer.books.holders.get(card.holderId);
  const show = (value: string): string => (secrets === 'clear' ? value : sealed());
  const since = startOfMonth(issuer.clock.now());
  const debits = issuer.books.entries.where('cardId', card.id).filter((entry) => entry.direction === 'DEBIT');
  return {
    card_id: card.id,
    cardholder_id: card.holderId,
    card_name: holder ? `${holder.firstName} ${holder.lastName}` : '',
    card_type: 'virtual',
    brand: 'Mastercard',
    card_currency: 'USD',
    card_number: show(card.pan),
    cvv: show(card.cvv),
    expiry_month: show(String(card.expiryMonth)),
    expiry_year: show(String(card.expiryYear)),
    last_4: card.pan.slice(-4),
    is_active: isActive(card),
    is_deleted: card.state === 'deleted',
    deletion_reason: card.deletionReason,
    balance: String(balances.bookCents),
    book_balance: String(balances.bookCents),
    available_balance: String(balances.availableCents),
    blocked_due_to_fraud: card.fraud,
    pin_3ds_activated: card.pinSet,
    insufficient_funds_decline_count: card.declines,
    has_done_debit_in_a_month: debits.some((entry) => entry.at >= since),
    current_card_limit: String(card.limitCents),
    billing_address: {
      billing_address1: '1 Example Road',
      billing_city: 'Newark',
      billing_country: 'US',
      billing_zip_code: '19702',
      country_code: 'US',
      state: 'Delaware',
      state_code: 'DE',
    },
    issuing_app_id: issuingAppId,
    livemode: card.livemode,
    created_at: Math.floor(card.createdAt / 1000),
    meta_data: card.metaData,
  };
}

/** True when the card's state lets it pay. */
export function isActive(card: Card): boolean {
  return card.state === 'active' && card.freeze === 'none' && !card.fraud;
}

/** A card for the control door: everything, the secrets included, in whole cents. */
export function controlCardView(issuer: Issuer, card: Card): JsonObject {
  return {
    ...controlCardSummary(card),
    cardNumber: card.pan,
    cvv: card.cvv,
    expiry: `${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear).slice(-2)}`,
    limitCents: card.limitCents,
    spentThisMonthCents: spentThisMonthCents(issuer, card.id),
    insufficientFundsDeclines: card.declines,
    pinSet: card.pinSet,
    metaData: card.metaData,
    createdAt: new Date(card.createdAt).toISOString(),
    potentialDeleteDate: card.potentialDeleteAt === null ? null : new Date(card.potentialDeleteAt).toISOString(),
    deletionReason: card.deletionReason,
    returnedCents: card.returnedCents,
    transfers: issuer.books.transfers
      .where('cardId', card.id)
      .map(({ id, kind, cents, status }) => ({ reference: id, kind, cents, status })),
    transactions: issuer.books.entries
      .where('cardId', card.id)
      .toReversed()
      .map(({ id, reference, kind, direction, cents, description, at, merchant }) => ({
        id,
        reference,
        kind,
        direction,
        cents,
        description,
        at: new Date(at).toISOString(),
        mcc: merchant?.mcc ?? null,
      })),
    purchases: issuer.books.purchases.where('cardId', card.id).toReversed(),
  };
}

/** A card in a list of the control door: no secrets. */
export function controlCardSummary(card: Card): JsonObject {
  const { bookCents, availableCents } = balancesOf(card);
  return {
    cardId: card.id,
    cardholderId: card.holderId,
    last4: card.pan.slice(-4),
    state: controlState(card),
    active: isActive(card),
    balances: { bookCents, availableCents, heldCents: card.heldCents, pendingUnloadCents: card.pendingUnloadCents },
  };
}

function controlState(card: Card): string {
  if (card.state !== 'active') return card.state;
  if (card.fraud || card.freeze === 'insufficient_funds') return 'blocked';
  return card.freeze === 'none' ? 'active' : 'frozen';
}

/** A line of a statement as the transaction calls show it. Loads and unloads carry no enrichment. */
export function entryView(issuer: Issuer, entry: Entry, card: Card): JsonObject {
  return {
    amount: String(entry.cents),
    currency: 'USD',
    card_transaction_type: entry.direction,
    description: entry.description,
    bridgecard_transaction_reference: entry.id,
    client_transaction_reference: entry.reference,
    card_id: card.id,
    cardholder_id: card.holderId,
    issuing_app_id: issuingAppId,
    livemode: card.livemode,
    transaction_date: issuerDate(entry.at),
    transaction_timestamp: Math.floor(entry.at / 1000),
    ...(entry.merchant
      ? { merchant_category_code: entry.merchant.mcc, enriched_data: enrich(entry.merchant, issuer.publicUrl()) }
      : {}),
  };
}

/** A holder as the read call shows him. */
export function holderView(holder: Holder): JsonObject {
  return {
    cardholder_id: holder.id,
    first_name: holder.firstName,
    last_name: holder.lastName,
    phone: holder.phone,
    email_address: holder.email,
    address: { ...holder.address, lga: '' },
    is_active: holder.state === 'verified' && !holder.blacklisted,
    is_id_verified: holder.state === 'verified',
    issuing_app_id: issuingAppId,
    livemode: holder.livemode,
    created_at: Math.floor(holder.createdAt / 1000),
    identity_details: {
      blacklisted: holder.blacklisted,
      first_name: holder.firstName,
      last_name: holder.lastName,
      phone: holder.phone,
      id_type: holder.identity?.['id_type'] ?? null,
      id_no: holder.identity?.['id_no'] ?? holder.bvn,
    },
    meta_data: holder.metaData,
  };
}

function link(target: number): string {
  return `https://issuecards.invalid/v1/issuing/cards?page=${target}`;
}

/** One page of a list, with the `meta` of the issuer. */
export function page<T>(items: readonly T[], number: number): { items: readonly T[]; meta: JsonObject } {
  const pages = Math.max(1, Math.ceil(items.length / pageSize));
  return {
    items: items.slice((number - 1) * pageSize, number * pageSize),
    meta: {
      total: items.length,
      pages,
      previous: number > 1 ? link(number - 1) : null,
      // As published: a link to a further page on another host, even after the last page. Clients must go by `pages`.
      next: link(number + 1),
    },
  };
}
