import { multiply, oneUnit, parseDecimal } from './decimal.ts';
import { type Invoice, invoiceFigures } from './invoice.ts';
import type { SimulatorParts } from './simulator-parts.ts';
import { type PaymentEvent, paymentWebhookFields } from './webhook-body.ts';
import type { OutgoingWebhook } from './webhook-postman.ts';

/** Builds the webhook that reports the invoice's present state. */
export function invoiceWebhook(invoice: Invoice, url: string, parts: SimulatorParts): OutgoingWebhook {
  return {
    kind: 'payment',
    paymentUuid: invoice.uuid,
    orderId: invoice.orderId,
    status: invoice.status,
    url,
    fields: paymentWebhookFields(invoiceEvent(invoice, parts)),
  };
}

function invoiceEvent(invoice: Invoice, parts: SimulatorParts): PaymentEvent {
  const { market, settings } = parts;
  const { price } = invoice;
  const figures = invoiceFigures(invoice, market.commissionPercent, market.usdRate(invoice.currency) ?? oneUnit);
  const last = invoice.receipts.at(-1);
  const event: PaymentEvent = {
    type: 'payment',
    uuid: invoice.uuid,
    orderId: invoice.orderId,
    amount: parseDecimal(invoice.amount),
    received: figures.received,
    receivedUsd: figures.receivedUsd,
    merchantAmount: figures.merchantAmount,
    commission: figures.commission,
    isFinal: invoice.isFinal,
    status: invoice.status,
    from: last?.from ?? null,
    walletAddressUuid: null,
    network: price?.network ?? null,
    currency: invoice.currency,
    payerCurrency: price?.payerCurrency ?? null,
    payerAmount: price === null ? null : parseDecimal(price.payerAmount),
    exchangeRate: price === null ? null : parseDecimal(price.exchangeRate),
    additionalData: invoice.additionalData,
  };
  if (typeof last?.transferId === 'string') event.transferId = last.transferId;
  if (typeof last?.txid === 'string') event.txid = last.txid;
  if (settings.autoConvertTo !== null && price !== null && invoice.isFinal && figures.received > 0n) {
    const rate = market.crossRate(price.payerCurrency, settings.autoConvertTo) ?? oneUnit;
    event.convert = {
      toCurrency: settings.autoConvertTo,
      rate,
      amount: multiply(figures.merchantAmount ?? 0n, rate),
    };
  }
  return event;
}
