import { displayDigits } from './catalogue.ts';
import {
  type Decimal,
  divide,
  formatShort,
  multiply,
  oneUnit,
  parseDecimal,
  percentOf,
  roundToCents,
} from './decimal.ts';

/** The provider's fourteen statuses. */
export type InvoiceStatus =
  | 'check'
  | 'process'
  | 'confirm_check'
  | 'wrong_amount_waiting'
  | 'paid'
  | 'paid_over'
  | 'wrong_amount'
  | 'cancel'
  | 'fail'
  | 'system_fail'
  | 'locked'
  | 'refund_process'
  | 'refund_fail'
  | 'refund_paid';

/** A coin on a network, or a coin on any network. */
export type CoinChoice = {
  currency: string;
  network: string | null;
};

/** One incoming transaction. Amounts everywhere in these records are decimal strings. */
export type Receipt = {
  amount: string;
  txid: string | null;
  transferId: string | null;
  from: string | null;
  /** Virtual milliseconds. */
  seenAtMs: number;
  confirmed: boolean;
};

/** The refund asked for, running or done. */
export type Refund = {
  address: string;
  amount: string;
  fails: boolean;
  statusBefore: InvoiceStatus;
};

/** The amount that the payer must send, fixed once coin and network are known. */
export type LockedPrice = {
  payerCurrency: string;
  network: string;
  address: string;
  payerAmount: string;
  /** Price of one coin in the invoice currency, 8 digits. */
  exchangeRate: string;
  discountPercent: number;
  discount: string;
};

/** The merchant's request in `POST /v1/payment`, checked. */
export type InvoiceTerms = {
  orderId: string;
  amount: string;
  currency: string;
  toCurrency: string | null;
  requestedNetwork: string | null;
  urlReturn: string | null;
  urlSuccess: string | null;
  urlCallback: string | null;
  isPaymentMultiple: boolean;
  lifetimeSeconds: number;
  subtractPercent: number;
  accuracyPercent: string;
  additionalData: string | null;
  currencies: CoinChoice[] | null;
  exceptCurrencies: CoinChoice[] | null;
  discountPercent: number | null;
  isRefresh: boolean;
};

/** One invoice as the simulator stores it. */
export type Invoice = Omit<InvoiceTerms, 'isRefresh'> & {
  uuid: string;
  /** Position in creation order; newest has the highest. */
  sequence: number;
  price: LockedPrice | null;
  receipts: Receipt[];
  status: InvoiceStatus;
  isFinal: boolean;
  createdAtMs: number;
  updatedAtMs: number;
  expiresAtMs: number;
  /** When confirmations began and when the last one is due; null when nothing confirms by itself. */
  confirming: { startedAtMs: number; endsAtMs: number } | null;
  refund: Refund | null;
  /** When a running refund ends by itself. */
  refundEndsAtMs: number | null;
  /** The address generation: `is_refresh` makes a new one. */
  addressGeneration: number;
  resendCount: number;
  /** Set by the `async_fail` fault: the next payment ends in `fail`. */
  failsWhenPaid: boolean;
  /** The Payment object as it was before the last change, for the `stale` fault. */
  previousAnswer: { [name: string]: unknown } | null;
};

const unsettled: readonly InvoiceStatus[] = ['check', 'process', 'confirm_check', 'wrong_amount_waiting'];

/** Sum of what arrived; unconfirmed transactions count unless `confirmedOnly`. */
export function receivedTotal(invoice: Invoice, confirmedOnly = false): Decimal {
  return invoice.receipts
    .filter((receipt) => receipt.confirmed || !confirmedOnly)
    .reduce((sum, receipt) => sum + parseDecimal(receipt.amount), 0n);
}

/** The missing amount; never below zero. Zero while no coin is chosen. */
export function remainingAmount(invoice: Invoice): Decimal {
  if (invoice.price === null) return 0n;
  const missing = parseDecimal(invoice.price.payerAmount) - receivedTotal(invoice);
  return missing > 0n ? missing : 0n;
}

/** The amounts in every answer and webhook of the invoice; null where the provider sends null. */
export type InvoiceFigures = {
  received: Decimal;
  /** USD value of the receipt; zero until the payment is settled, as at the provider. */
  receivedUsd: Decimal;
  commission: Decimal | null;
  merchantAmount: Decimal | null;
};

/**
 * Works out the figures. `usdPerUnit` is the USD value of one unit of the invoice currency.
 * Before anything is received the commission is the one the full payment would cost.
 */
export function invoiceFigures(invoice: Invoice, commissionPercent: Decimal, usdPerUnit: Decimal): InvoiceFigures {
  const received = receivedTotal(invoice);
  if (invoice.price === null) {
    const none = invoice.isFinal ? 0n : null;
    return { received, receivedUsd: 0n, commission: none, merchantAmount: none };
  }
  const basis = received > 0n || invoice.isFinal ? received : parseDecimal(invoice.price.payerAmount);
  const commission = percentOf(basis, commissionPercent);
  const isSettled = !unsettled.includes(invoice.status) && received > 0n;
  const rate = parseDecimal(invoice.price.exchangeRate);
  return {
    received,
    receivedUsd: isSettled ? roundToCents(multiply(multiply(received, rate), usdPerUnit)) : 0n,
    commission,
    merchantAmount: basis - commission,
  };
}

/** A coin amount in the manner of create and info: short, but never fewer digits than the coin is shown with. */
export function shownAmount(value: Decimal, currency: string): string {
  return formatShort(value, displayDigits(currency));
}

/** Number of confirmations, of `required`, that the running transaction has at `nowMs`. */
export function confirmationsSoFar(invoice: Invoice, required: number, nowMs: number): number {
  if (invoice.confirming === null) return invoice.status === 'confirm_check' ? 0 : required;
  const { startedAtMs, endsAtMs } = invoice.confirming;
  const span = Math.max(1, endsAtMs - startedAtMs);
  return Math.min(required, Math.floor((required * Math.max(0, nowMs - startedAtMs)) / span));
}

/** `amountUsd` worth of the locked coin, so that this share of the invoice never comes out a cent short. */
export function coinsForUsd(invoice: Invoice, amountUsd: Decimal, usdPerUnit: Decimal): Decimal {
  if (invoice.price === null) return 0n;
  const inInvoiceCurrency = divide(amountUsd, usdPerUnit);
  const coins = (parseDecimal(invoice.price.payerAmount) * inInvoiceCurrency) / parseDecimal(invoice.amount);
  const step = oneUnit / 100_000_000n;
  return ((coins + step - 1n) / step) * step;
}
