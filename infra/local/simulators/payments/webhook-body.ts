import { type Decimal, eightDigits, formatDecimal } from './decimal.ts';
import type { JsonValue } from './wire-signature.ts';

/** The content of a `payment` or `wallet` webhook. */
export type PaymentEvent = {
  type: 'payment' | 'wallet';
  uuid: string;
  orderId: string;
  amount: Decimal;
  received: Decimal;
  receivedUsd: Decimal;
  merchantAmount: Decimal | null;
  commission: Decimal | null;
  isFinal: boolean;
  status: string;
  from: string | null;
  walletAddressUuid: string | null;
  network: string | null;
  currency: string;
  payerCurrency: string | null;
  payerAmount: Decimal | null;
  exchangeRate: Decimal | null;
  additionalData: string | null;
  /** Present only for a transfer inside the provider; then there is no `txid`. */
  transferId?: string;
  /** Present only when auto-convert is on. */
  convert?: { toCurrency: string; rate: Decimal; amount: Decimal };
  txid?: string;
};

/** The content of a `payout` webhook. */
export type PayoutEvent = {
  uuid: string;
  orderId: string;
  amount: Decimal;
  merchantAmount: Decimal;
  commission: Decimal;
  isFinal: boolean;
  status: string;
  failReason?: string;
  txid: string | null;
  currency: string;
  network: string;
  payerCurrency: string;
  payerAmount: Decimal;
};

/** The members of a payment or wallet webhook in the provider's own order, without `sign`. */
export function paymentWebhookFields(event: PaymentEvent): { [name: string]: JsonValue } {
  return {
    type: event.type,
    uuid: event.uuid,
    order_id: event.orderId,
    amount: eightDigits(event.amount),
    payment_amount: eightDigits(event.received),
    payment_amount_usd: formatDecimal(event.receivedUsd, 2),
    merchant_amount: eightDigits(event.merchantAmount),
    commission: eightDigits(event.commission),
    is_final: event.isFinal,
    status: event.status,
    from: event.from,
    wallet_address_uuid: event.walletAddressUuid,
    network: event.network,
    currency: event.currency,
    payer_currency: event.payerCurrency,
    payer_amount: eightDigits(event.payerAmount),
    payer_amount_exchange_rate: eightDigits(event.exchangeRate),
    additional_data: event.additionalData,
    ...(event.transferId === undefined ? {} : { transfer_id: event.transferId }),
    ...(event.convert === undefined
      ? {}
      : {
          convert: {
            to_currency: event.convert.toCurrency,
            commission: null,
            rate: eightDigits(event.convert.rate),
            amount: eightDigits(event.convert.amount),
          },
        }),
    ...(event.txid === undefined ? {} : { txid: event.txid }),
  };
}

/** The members of a payout webhook in the provider's own order, without `sign`. */
export function payoutWebhookFields(event: PayoutEvent): { [name: string]: JsonValue } {
  return {
    type: 'payout',
    uuid: event.uuid,
    order_id: event.orderId,
    amount: eightDigits(event.amount),
    merchant_amount: eightDigits(event.merchantAmount),
    commission: eightDigits(event.commission),
    is_final: event.isFinal,
    status: event.status,
    ...(event.failReason === undefined ? {} : { fail_reason: event.failReason }),
    txid: event.txid,
    currency: event.currency,
    network: event.network,
    payer_currency: event.payerCurrency,
    payer_amount: eightDigits(event.payerAmount),
  };
}
