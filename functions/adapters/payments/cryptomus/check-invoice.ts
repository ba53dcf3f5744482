import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { Coin } from '#shared/catalogue.ts';
import { isSameDecimal } from '#shared/decimal.ts';
import { isLoopback } from '#functions/adapters/http/is-loopback.ts';

/** The terms that an invoice was requested with. */
export type AskedInvoice = {
  readonly reference: string;
  readonly amount: string;
  readonly coin: Coin;
  readonly network: string;
};

/**
 * Returns the first field in which an invoice differs from the request; undefined when it fits.
 *
 * For a known reference the provider returns the invoice that it already has, whatever the request says. Two
 * environments on one merchant account would otherwise show each other's addresses to their customers.
 */
export function differingField(payment: Payment, asked: AskedInvoice): string | undefined {
  if (payment.reference !== asked.reference) return 'order_id';
  if (payment.invoiceCurrency !== 'USD') return 'currency';
  if (!isSameDecimal(payment.invoiceAmount, asked.amount)) return 'amount';
  if (payment.payerCurrency !== asked.coin) return 'payer_currency';
  if (payment.network !== asked.network) return 'network';
  return undefined;
}

/** True for a page that a customer may be sent to: on one of the origins, and over TLS unless it is on this machine. */
export function isAllowedPayUrl(payUrl: string, origins: readonly string[]): boolean {
  if (!URL.canParse(payUrl)) return false;
  const url = new URL(payUrl);
  const isPrivate = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  return isPrivate && url.username === '' && url.password === '' && origins.includes(url.origin);
}
