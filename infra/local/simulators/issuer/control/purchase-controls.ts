import type { Card, Purchase } from '../books/records.ts';
import { forcePost, giveBack, type ReturnKind, unreturnedCents } from '../engine/corrections.ts';
import { toUsCents } from '../engine/exchange-rates.ts';
import { effectModes } from '../engine/fault-modes.ts';
import type { Issuer } from '../engine/issuer.ts';
import { merchantOnEntry } from '../engine/merchants.ts';
import { purchase, type PurchaseInput } from '../engine/purchases.ts';
import { DoorRefusal } from '../../kit/control-door.ts';
import {
  bodyInteger,
  bodyText,
  type ControlHandler,
  optionalBodyFlag,
  optionalBodyInteger,
  optionalBodyText,
} from './control-request.ts';

/** Reads a purchase from the fields of the door. */
function readPurchase(issuer: Issuer, body: Readonly<Record<string, unknown>>): PurchaseInput {
  const currency = optionalBodyText(body, 'currency') ?? 'USD';
  const cents = toUsCents(bodyInteger(body, 'amount', 1), currency, issuer.settings().fxMarkupBasisPoints);
  if (cents === undefined) throw new DoorRefusal(400, `There is no rate for the currency "${currency}"`);
  const mcc = optionalBodyText(body, 'mcc');
  if (mcc !== undefined && !/^\d{4}$/.test(mcc)) throw new DoorRefusal(400, '"mcc" must be four digits');
  return {
    cardNumber: bodyText(body, 'cardNumber'),
    cvv: bodyText(body, 'cvv'),
    expiry: bodyText(body, 'expiry'),
    cents,
    merchant: merchantOnEntry(bodyText(body, 'merchant'), mcc, optionalBodyFlag(body, 'recurring')),
    pin: optionalBodyText(body, 'pin3ds')?.padStart(4, '0'),
  };
}

/** `POST purchases`: tries to pay. Faults that change events can be set on this path too. */
export const buy: ControlHandler = ({ issuer }, { body }) => {
  const input = readPurchase(issuer, body);
  const { approved, reason, id, cents } = purchase(
    issuer,
    input,
    issuer.faults.take('/sandbox/purchases', effectModes),
  );
  return { approved, ...(reason === null ? {} : { reason }), reference: id, amountCents: cents };
};

/**
 * Returns the purchase with this reference and its card. Refuses a purchase with an unknown card, which cannot be
 * corrected.
 */
function requirePurchase(issuer: Issuer, reference: string): { record: Purchase; card: Card } {
  const record = issuer.books.purchases.get(reference);
  const card = record?.cardId ? issuer.books.cards.get(record.cardId) : undefined;
  if (!record || !card) throw new DoorRefusal(404, 'There is no such purchase of a card');
  return { record, card };
}

/**
 * `POST purchases/{reference}/reverse` or `refund`: gives back the rest of the purchase, or any given amount, even
 * above the original.
 */
function giveBackBy(kind: ReturnKind): ControlHandler {
  return ({ issuer }, { params, body }) => {
    const { record, card } = requirePurchase(issuer, params['reference'] ?? '');
    if (!record.approved) throw new DoorRefusal(409, 'A declined purchase took nothing');
    const cents = optionalBodyInteger(body, 'amount', 1) ?? unreturnedCents(record);
    if (cents === 0) throw new DoorRefusal(409, 'All of it has come back already');
    const actual = optionalBodyFlag(body, 'unlinked') === true ? 'unlinked_refund' : kind;
    return giveBack(issuer, record, card, actual, cents, issuer.faults.take(`/sandbox/purchases/${kind}`, effectModes));
  };
}

export const reversePurchase = giveBackBy('reverse');
export const refundPurchase = giveBackBy('refund');

/**
 * `POST purchases/{reference}/force`: posts the purchase (again) under a new reference, without checking the balance.
 */
export const forcePurchase: ControlHandler = ({ issuer }, { params, body }) => {
  const { record, card } = requirePurchase(issuer, params['reference'] ?? '');
  const cents = optionalBodyInteger(body, 'amount', 1) ?? record.cents;
  const effects = issuer.faults.take('/sandbox/purchases/force', effectModes);
  return { approved: true, ...forcePost(issuer, card, cents, record.merchant, effects) };
};

/** `POST cards/{cardId}/force_post`: posts a capture without a purchase before it. */
export const forcePostOnCard: ControlHandler = ({ issuer }, { params, body }) => {
  const card = issuer.books.cards.get(params['cardId'] ?? '');
  if (!card) throw new DoorRefusal(404, 'There is no such card');
  const merchant = merchantOnEntry(
    optionalBodyText(body, 'merchant') ?? 'Offline Kiosk',
    optionalBodyText(body, 'mcc'),
    false,
  );
  const effects = issuer.faults.take('/sandbox/cards/force_post', effectModes);
  return { approved: true, ...forcePost(issuer, card, bodyInteger(body, 'amount', 1), merchant, effects) };
};
