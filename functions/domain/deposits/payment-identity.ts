import { decimalDollars } from '#shared/money.ts';
import type { Deposit, PaymentMismatch, PaymentWord } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { addressForm } from '../address-form.ts';
import { formatDecimal, isSameDecimal, parseDecimal } from '#shared/decimal.ts';

/** Each mismatch in words, for the admin who decides. */
export const mismatchWords: Readonly<Record<PaymentMismatch, string>> = {
  reference: 'the payment has another reference',
  payment_id: 'the payment has another id',
  currency: 'the invoice is not in USD',
  invoice_amount: 'the invoice is for another amount',
  coin: 'the invoice is for another coin',
  payer_amount: 'the invoice asks for another amount of the coin',
  address: 'the invoice has another address',
};

/**
 * Lists the fields in which a payment differs from the one that a deposit opened. A payment that differs is credited
 * only by an admin's decision.
 */
export function mismatchesOf(deposit: Deposit, payment: Payment): readonly PaymentMismatch[] {
  const asked = decimalDollars(deposit.amountCents);
  const { paymentId, payerAmount, address } = deposit;
  const differs: Readonly<Record<PaymentMismatch, boolean>> = {
    reference: payment.reference !== deposit.depositId,
    payment_id: paymentId !== undefined && payment.paymentId !== paymentId,
    currency: payment.invoiceCurrency !== 'USD',
    invoice_amount: !isSameDecimal(payment.invoiceAmount, asked),
    coin: payment.payerCurrency !== undefined && payment.payerCurrency !== deposit.coin,
    payer_amount: payerAmount !== undefined && !isSameDecimal(payment.payerAmount, payerAmount),
    address:
      address !== undefined && payment.address !== undefined && addressForm(payment.address) !== addressForm(address),
  };
  return (Object.keys(differs) as PaymentMismatch[]).filter((name) => differs[name]);
}

/**
 * True when the provider names another payment for a deposit that has no invoice, or one with a page that nobody may be
 * sent to: there is nothing to compare it with, and nothing for a person to decide.
 */
export function isAnothers({ lifecycle, depositId }: Deposit, { reference, payUrl }: Payment): boolean {
  return lifecycle !== 'open' && (reference !== depositId || payUrl === undefined);
}

/** Returns the provider's present report of a payment, in the form in which a decision keeps it. */
export function wordOf(payment: Payment): PaymentWord {
  const { state, paymentId, reference, invoiceAmount, invoiceCurrency, payerAmount, payerCurrency, receivedAmount } =
    payment;
  return {
    state,
    paymentId,
    reference,
    invoice: `${decimalForm(invoiceAmount)} ${invoiceCurrency}`,
    asked: `${decimalForm(payerAmount)} ${payerCurrency ?? ''}`,
    received: decimalForm(receivedAmount ?? '0'),
    address: addressForm(payment.address ?? ''),
  };
}

/**
 * True when two reports of a payment say the same. An address or a reference that is missing in one of them is no
 * difference.
 */
export function isSameWord(a: PaymentWord, b: PaymentWord): boolean {
  const isSameAddress = a.address === b.address || a.address === '' || b.address === '';
  const isSameReference = (a.reference ?? b.reference) === (b.reference ?? a.reference);
  const names = ['state', 'paymentId', 'invoice', 'asked', 'received'] as const;
  return isSameAddress && isSameReference && names.every((name) => a[name] === b[name]);
}

function decimalForm(text: string | undefined): string {
  const value = parseDecimal(text);
  return value === undefined ? (text ?? '') : formatDecimal(value);
}
