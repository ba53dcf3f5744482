import * as z from 'zod/mini';
import { parseWellFormed } from '#functions/adapters/http/parse-well-formed.ts';

import type { IssuerEvent } from '#functions/ports/card-issuer.ts';
import { zero } from '#shared/money.ts';
import { madeOnce } from './made-once.ts';
import { dates, momentOf, text, textOf, unsignedCents } from './wire.ts';

/**
 * Schemas of the webhooks, made when the first one is read. Every function that calls the issuer loads this file, but
 * only one reads webhooks: the others save the time at their start.
 */
const forms = madeOnce(() => {
  const body = z.object({ event: z.string().check(z.minLength(1), z.maxLength(128)), data: z.optional(z.unknown()) });

  const words = z.nullish(z.string());
  const cardholderData = z.object({ cardholder_id: text, error_description: words, reason: words });
  const cardData = z.object({
    card_id: text,
    reason: words,
    block_reason: words,
    potential_delete_date: z.optional(z.unknown()),
  });
  const transferData = z.object({ card_id: text, transaction_reference: text });
  const transactionData = z.object({
    card_id: text,
    transaction_reference: z.nullish(text),
    amount: unsignedCents,
    description: words,
    ...dates,
  });
  const declineData = z.object({
    card_id: text,
    transaction_reference: z.nullish(text),
    amount: z.nullish(unsignedCents),
    decline_reason: words,
    description: words,
    merchant_category_code: z.optional(z.unknown()),
    ...dates,
  });

  /** Four digits; anything else is read as undefined. Without `z.catch`, which adds 13 kB that nothing else uses. */
  const lastFour = z.pipe(
    z.unknown(),
    z.transform((given) => (typeof given === 'string' && /^\d{4}$/.test(given) ? given : undefined)),
  );

  const codeData = z.object({
    card_id: text,
    otp: z.optional(z.unknown()),
    merchant_name: words,
    amount: z.nullish(unsignedCents),
    currency: words,
    last_four_digits: z.optional(lastFour),
    ...dates,
  });
  const oneTimeCode = z.union([
    z.string().check(z.regex(/^[A-Za-z0-9]{4,12}$/)),
    z.pipe(z.int().check(z.gte(1000)), z.transform(String)),
  ]);
  return { body, cardholderData, cardData, transferData, transactionData, declineData, codeData, oneTimeCode };
});

const codeEventName = '3d_secure_otp_event.generated';

type CardholderClaim = Extract<IssuerEvent, { type: 'holder' }>['claim'];
type CardClaim = Extract<IssuerEvent, { type: 'card' }>['claim'];
type TransferClaim = Extract<IssuerEvent, { type: 'transfer' }>['claim'];
type TransactionKind = Extract<IssuerEvent, { type: 'transaction' }>['kind'];

type Reader = (data: unknown, nowMs: number) => IssuerEvent | undefined;

const cardholderEvent =
  (claim: CardholderClaim): Reader =>
  (data) => {
    const read = forms().cardholderData.safeParse(data);
    if (!read.success) return undefined;
    const { cardholder_id: holderId, error_description, reason } = read.data;
    return { type: 'holder', holderId, claim, reason: error_description ?? reason ?? '' };
  };

const card =
  (claim: CardClaim): Reader =>
  (data) => {
    const read = forms().cardData.safeParse(data);
    if (!read.success) return undefined;
    const { card_id: issuerCardId, block_reason, reason, potential_delete_date: date } = read.data;
    const announced = typeof date === 'string' || typeof date === 'number' ? String(date) : '';
    return { type: 'card', issuerCardId, claim, reason: block_reason ?? reason ?? announced };
  };

const transfer =
  (claim: TransferClaim): Reader =>
  (data) => {
    const read = forms().transferData.safeParse(data);
    if (!read.success) return undefined;
    return { type: 'transfer', issuerCardId: read.data.card_id, reference: read.data.transaction_reference, claim };
  };

const transaction =
  (kind: TransactionKind): Reader =>
  (data, nowMs) => {
    const read = forms().transactionData.safeParse(data);
    if (!read.success) return undefined;
    return {
      type: 'transaction',
      issuerCardId: read.data.card_id,
      reference: read.data.transaction_reference ?? undefined,
      kind,
      amountCents: read.data.amount,
      description: read.data.description ?? '',
      atMs: momentOf(read.data) ?? nowMs,
    };
  };

const decline: Reader = (data, nowMs) => {
  const read = forms().declineData.safeParse(data);
  if (!read.success) return undefined;
  return {
    type: 'decline',
    issuerCardId: read.data.card_id,
    reference: read.data.transaction_reference ?? undefined,
    amountCents: read.data.amount ?? zero,
    reason: read.data.decline_reason ?? '',
    description: read.data.description ?? '',
    merchantCategoryCode: textOf(read.data.merchant_category_code),
    atMs: momentOf(read.data) ?? nowMs,
  };
};

/** Reads a one-time code. The redacted body has only the fields that we read, so that no other field holds the code. */
const code: Reader = (data) => {
  const read = forms().codeData.safeParse(data);
  if (!read.success) return undefined;
  const { otp, ...fields } = read.data;
  const known = forms().oneTimeCode.safeParse(otp).data;
  const without = (line: string): string => (known === undefined ? line : line.replaceAll(known, ''));
  const merchant = without(fields.merchant_name ?? '');
  const currency = /^[A-Z]{3}$/.test(fields.currency ?? '') ? (fields.currency ?? '') : 'USD';
  const { card_id, amount, transaction_date, transaction_timestamp } = fields;
  // The field may hold the one-time code by mistake: then the card's last four digits are unknown.
  const last4Digits = fields.last_four_digits === known ? undefined : fields.last_four_digits;
  const redacted = {
    event: codeEventName,
    data: {
      card_id,
      merchant_name: merchant,
      amount,
      currency,
      last_four_digits: last4Digits,
      transaction_date,
      transaction_timestamp,
    },
  };
  return {
    type: 'code',
    issuerCardId: card_id,
    code: known,
    redactedBody: Buffer.from(JSON.stringify(redacted)),
    merchant,
    amountCents: amount ?? zero,
    currency,
    last4Digits,
    atMs: momentOf(fields),
  };
};

/** Every event that we act upon; the spelling is the issuer's. */
const readers = new Map<string, Reader>([
  ['cardholder_verification.successful', cardholderEvent('verified')],
  ['cardholder_verification.failed', cardholderEvent('failed')],
  ['cardholder_verification.manual_review', cardholderEvent('review')],
  ['card_creation_event.successful', card('created')],
  ['card_creation_event.failed', card('creation_failed')],
  ['card_credit_event.successful', transfer('successful')],
  ['card_credit_event.failed', transfer('failed')],
  ['card_unload_event.successful', transfer('successful')],
  ['card_unload_event.failed', transfer('failed')],
  ['card_debit_event.successful', transaction('purchase')],
  ['card_debit_event.declined', decline],
  ['card_reversal_event.successful', transaction('reversal')],
  ['card_maintenance_fee_debit_event.successful', transaction('fee')],
  ['card_declined_transaction_fee_charge_event.successful', transaction('fee')],
  ['card_delete_event.notification', card('deletion_announced')],
  ['card_delete_event.successful', card('deleted')],
  ['card_blocked_due_to_insufficient_funds.activated', card('blocked')],
  ['card_freezed_due_to_30_days_inactivity_event.successful', card('frozen')],
  ['card_flagged_due_to_suspiscion_of_fraud.activated', card('blocked')],
  [codeEventName, code],
]);

/**
 * The claim in a webhook's body; undefined when it is no event at all. An event that we know but whose data we cannot
 * read is `ignored` like an unknown one: refusing it would only make the issuer send it again.
 */
export function parseEvent(rawBody: Uint8Array, nowMs: number): IssuerEvent | undefined {
  const parsed = forms().body.safeParse(parseJson(rawBody));
  if (!parsed.success) return undefined;
  const { event: name, data } = parsed.data;
  return readers.get(name)?.(data, nowMs) ?? { type: 'ignored', name };
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return parseWellFormed(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    return undefined;
  }
}
