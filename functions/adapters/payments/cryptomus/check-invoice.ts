import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { Coin } from '#shared/catalogue.ts';
import { isSameDecimal } from '#shared/decimal.ts';
import { isLoopback } from '#functions/adapters/http/is-loopback.ts';

/** What an invoice was asked to be. */
export type AskedInvoice = {
  readonly reference: string;
  readonly amount: string;
  readonly coin: Coin;
  readonly network: string;
};

/**
 * The first field in which an invoice is not the one that was asked for; undefined when it is.
 *
 * The provider answers a known reference with the invoice that it already has, whatever it was asked. Two environments
 * on one merchant account would so show each other's addresses to their customers.
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
