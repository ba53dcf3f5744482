import { confirmationsOf } from './invoice-confirmations.ts';
import { eightDigits, formatDecimal, formatShort, oneUnit, parseDecimal } from './decimal.ts';
import { type Invoice, invoiceFigures, shownAmount } from './invoice.ts';
import { qrPngDataUri, simulatedQrText } from './qr-image.ts';
import type { SimulatorParts } from './simulator-parts.ts';
import { providerTime } from './provider-time.ts';

const images = new Map<string, string>();
const maxImages = 500;

type Presented = { [name: string]: unknown };

/** The Payment object of create, info and list. */
export function presentPayment(invoice: Invoice, parts: SimulatorParts): Presented {
  return {
    ...presentWithoutImage(invoice, parts),
    address_qr_code: invoice.price === null ? null : addressImage(invoice),
  };
}

function presentWithoutImage(invoice: Invoice, parts: SimulatorParts): Presented {
  const { price } = invoice;
  const usdPerUnit = parts.market.usdRate(invoice.currency) ?? oneUnit;
  const figures = invoiceFigures(invoice, parts.market.commissionPercent, usdPerUnit);
  const hasReceipt = invoice.receipts.length > 0 || invoice.isFinal;
  const last = invoice.receipts.at(-1);
  return {
    uuid: invoice.uuid,
    order_id: invoice.orderId,
    amount: shownAmount(parseDecimal(invoice.amount), invoice.currency),
    currency: invoice.currency,
    payment_amount: hasReceipt ? shownAmount(figures.received, price?.payerCurrency ?? '') : null,
    payment_amount_usd: hasReceipt ? formatDecimal(figures.receivedUsd, 2) : null,
    payer_amount: price === null ? null : shownAmount(parseDecimal(price.payerAmount), price.payerCurrency),
    payer_currency: price?.payerCurrency ?? null,
    payer_amount_exchange_rate: price?.exchangeRate ?? null,
    discount_percent: price?.discountPercent ?? invoice.discountPercent ?? 0,
    discount: price?.discount ?? '0.00',
    commission: eightDigits(figures.commission),
    merchant_amount: eightDigits(figures.merchantAmount),
    network: price?.network ?? null,
    address: price?.address ?? null,
    from: last?.from ?? null,
    txid: last?.txid ?? null,
    ...(typeof last?.transferId === 'string' ? { transfer_id: last.transferId } : {}),
    comments: null,
    payment_status: invoice.status,
    status: invoice.status,
    is_final: invoice.isFinal,
    url: `${parts.baseUrl()}/pay/${invoice.uuid}`,
    expired_at: Math.floor(invoice.expiresAtMs / 1000),
    additional_data: invoice.additionalData,
    created_at: providerTime(invoice.createdAtMs),
    updated_at: providerTime(invoice.updatedAtMs),
  };
}

/**
 * A line of `GET /sandbox/invoices`: the Payment object without its image, which takes longer to draw than all the rest of
 * it, and what only the simulator knows.
 */
export function presentForSandbox(invoice: Invoice, parts: SimulatorParts): Presented {
  return {
    ...presentWithoutImage(invoice, parts),
    url_callback: invoice.urlCallback,
    confirmations: confirmationsOf(invoice, parts.clock.now()),
    receipts: invoice.receipts,
    refunded_amount:
      invoice.status === 'refund_paid' ? formatShort(parseDecimal(invoice.refund?.amount ?? '0'), 2) : null,
  };
}

/** The QR code of the invoice's address; remembered because list and info ask for the same ones again and again. */
function addressImage(invoice: Invoice): string | null {
  if (invoice.price === null) return null;
  const { payerAmount, payerCurrency, network, address } = invoice.price;
  const text = simulatedQrText(`${payerAmount} ${payerCurrency}`, network, address);
  const known = images.get(text);
  if (known !== undefined) return known;
  const image = qrPngDataUri(text);
  if (images.size >= maxImages) images.clear();
  images.set(text, image);
  return image;
}
