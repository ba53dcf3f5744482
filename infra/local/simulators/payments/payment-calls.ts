import { coinCatalogue, standardCommissionPercent } from './catalogue.ts';
import { eightDigits, formatDecimal, multiply, oneUnit, parseDecimal } from './decimal.ts';
import { type Invoice, invoiceFigures, receivedTotal } from './invoice.ts';
import { presentPayment } from './invoice-answer.ts';
import { readInvoiceTerms } from './invoice-terms.ts';
import { invoiceWebhook } from './invoice-webhook.ts';
import type { ProviderCall, ProviderContext } from './provider-call.ts';
import { qrPngDataUri, simulatedQrText } from './qr-image.ts';
import { Refusal, RequestFields } from './request-fields.ts';
import { parseProviderTime } from './provider-time.ts';

const itemsPerPage = 15;
const maxResends = 10;

const create: ProviderCall = ({ parts, desk }, body) => {
  const terms = readInvoiceTerms(body);
  const isNew = parts.store.invoiceByOrderId(terms.orderId) === null;
  const invoice = desk.create(terms);
  if (isNew && parts.faults.takeContent('/v1/payment', 'async_fail') !== undefined) {
    desk.record(invoice, () => {
      invoice.failsWhenPaid = true;
      return invoice.status;
    });
  }
  return presentPayment(invoice, parts);
};

const info: ProviderCall = ({ parts }, body) => {
  const fields = new RequestFields(body);
  const { uuid, orderId } = fields.reference();
  fields.check();
  const invoice = orderId === null ? parts.store.invoiceByUuid(uuid ?? '') : parts.store.invoiceByOrderId(orderId);
  if (invoice === null) throw new Refusal('Payment not found');
  const stale = parts.faults.takeContent('/v1/payment/info', 'stale');
  if (
    stale !== undefined &&
    invoice.previousAnswer !== null &&
    parts.clock.now() - invoice.updatedAtMs < stale.delayMs
  ) {
    return invoice.previousAnswer;
  }
  const answer = presentPayment(invoice, parts);
  if (parts.faults.takeContent('/v1/payment/info', 'other_payment') === undefined) return answer;
  return { ...answer, uuid: parts.chance.uuid(`other ${invoice.uuid}`), order_id: `other_${invoice.sequence}` };
};

const list: ProviderCall = ({ parts }, body, exchange) => {
  const fields = new RequestFields(body);
  const from = fields.text('date_from');
  const to = fields.text('date_to');
  const fromMs = from === null ? Number.NEGATIVE_INFINITY : parseProviderTime(from);
  const toMs = to === null ? Number.POSITIVE_INFINITY : parseProviderTime(to);
  if (fromMs === null) fields.refuse('date_from', 'validation.date_format');
  if (toMs === null) fields.refuse('date_to', 'validation.date_format');
  fields.check();
  const cursor = readCursor(exchange.query.get('cursor') ?? fields.text('cursor'));
  const matching = parts.store
    .invoices()
    .filter((invoice) => invoice.createdAtMs >= (fromMs ?? 0) && invoice.createdAtMs <= (toMs ?? 0));
  const page = matching.filter((invoice) => invoice.sequence < cursor).slice(0, itemsPerPage);
  const last = page.at(-1)?.sequence ?? 0;
  const first = page[0]?.sequence ?? cursor;
  const before = matching.filter((invoice) => invoice.sequence > first);
  return {
    items: page.map((invoice) => presentPayment(invoice, parts)),
    paginate: {
      count: page.length,
      hasPages: matching.length > itemsPerPage,
      nextCursor: matching.some((invoice) => invoice.sequence < last) ? writeCursor(last) : null,
      previousCursor: before.length === 0 ? null : writeCursor((before.at(-itemsPerPage)?.sequence ?? first) + 1),
      perPage: itemsPerPage,
    },
  };
};

const services: ProviderCall = ({ parts }) =>
  parts.market.services().map((service) => ({
    network: service.network.toUpperCase(),
    currency: service.currency,
    is_available: service.isAvailable,
    limit: {
      min_amount: formatDecimal(service.minAmount, 8),
      max_amount: formatDecimal(service.maxAmount, 8),
    },
    commission: { fee_amount: '0.00', percent: standardCommissionPercent },
  }));

const resend: ProviderCall = ({ parts }, body) => {
  const fields = new RequestFields(body);
  const txid = fields.text('txid');
  const { uuid, orderId } = txid === null ? fields.reference() : { uuid: null, orderId: null };
  fields.check();
  const invoice =
    txid === null
      ? invoiceOf(parts.store, uuid, orderId)
      : parts.store.invoices().find((candidate) => candidate.receipts.some((receipt) => receipt.txid === txid));
  if (invoice === null || invoice === undefined) throw new Refusal('Payment not found');
  const mayBeResent = ['paid', 'paid_over', 'wrong_amount'].includes(invoice.status);
  if (invoice.urlCallback === null || !mayBeResent) throw new Refusal('Notification not found');
  if (invoice.resendCount >= maxResends) throw new Refusal('Too much resend');
  const { urlCallback } = invoice;
  parts.store.transaction(() => {
    invoice.resendCount += 1;
    parts.store.saveInvoice(invoice, null);
    parts.postman.enqueue(invoiceWebhook(invoice, urlCallback, parts));
  });
  return [];
};

const refund: ProviderCall = ({ parts, money }, body) => {
  const fields = new RequestFields(body);
  const { uuid, orderId } = fields.reference();
  const address = fields.text('address', { required: true, min: 10, max: 128 }) ?? '';
  fields.flag('is_subtract', true);
  const amount = parts.profile.allowsPartialRefund ? fields.amount('amount', false) : null;
  fields.check();
  const invoice = uuid === null ? parts.store.invoiceByOrderId(orderId ?? '') : parts.store.invoiceByUuid(uuid);
  if (invoice === null) throw new Refusal('Payment was not found');
  if (!['paid', 'paid_over', 'wrong_amount', 'refund_fail'].includes(invoice.status)) {
    throw new Refusal('Refunds are made only for completed payments');
  }
  const fails = parts.faults.takeContent('/v1/payment/refund', 'async_fail') !== undefined;
  const coins = amount === null ? receivedTotal(invoice) : parseDecimal(amount);
  money.beginRefund(invoice, { address, coins, fails }, parts.settings.refundMs);
  return [];
};

const amlLinks: ProviderCall = ({ parts }, body) => {
  const fields = new RequestFields(body);
  const { uuid, orderId } = fields.reference();
  fields.check();
  const invoice = orderId === null ? parts.store.invoiceByUuid(uuid ?? '') : parts.store.invoiceByOrderId(orderId);
  if (invoice === null) throw new Refusal('Payment not found');
  if (invoice.status !== 'locked') return [];
  const expiresAtMs = invoice.updatedAtMs + 30 * 86_400_000;
  const status = parts.clock.now() > expiresAtMs ? 'expired' : 'init';
  return [
    {
      link: `${parts.baseUrl()}/aml/${invoice.uuid}`,
      expired_at: `${new Date(expiresAtMs).toISOString().slice(0, 19)}Z`,
      status,
    },
  ];
};

const qr: ProviderCall = ({ parts }, body) => {
  const fields = new RequestFields(body);
  const uuid = fields.text('merchant_payment_uuid', { required: true }) ?? '';
  fields.check();
  const price = parts.store.invoiceByUuid(uuid)?.price;
  if (price === null || price === undefined) throw new Refusal('Payment not found');
  const coins = `${price.payerAmount} ${price.payerCurrency}`;
  return { image: qrPngDataUri(simulatedQrText(coins, price.network, price.address)) };
};

const balance: ProviderCall = ({ parts, wallets }) => {
  const settled = parts.store.invoices().filter((invoice) => invoice.isFinal && invoice.status !== 'locked');
  const merchant = coinCatalogue.map(({ code }) => {
    const held = settled
      .filter((invoice) => invoice.price?.payerCurrency === code)
      .reduce((sum, invoice) => sum + netReceipt(invoice, parts.market.commissionPercent), wallets.holding(code));
    return {
      uuid: parts.chance.uuid(`balance ${code}`),
      balance: formatDecimal(held, 8),
      currency_code: code,
      balance_usd: formatDecimal(multiply(held, parts.market.usdRate(code) ?? 0n), 2),
    };
  });
  return [{ balance: { merchant, user: [] } }];
};

const discountList: ProviderCall = ({ parts }) =>
  parts.market.services().map(({ currency, network }) => ({
    currency,
    network,
    discount: parts.market.discountPercent(currency, network),
  }));

const discountSet: ProviderCall = ({ parts }, body) => {
  const fields = new RequestFields(body);
  const currency = (fields.text('currency', { required: true }) ?? '').toUpperCase();
  const network = (fields.text('network', { required: true }) ?? '').toLowerCase();
  const percent = fields.whole('discount_percent', -99, 100, true) ?? 0;
  fields.check();
  if (parts.market.service(currency, network) === null) throw new Refusal('The service was not found');
  parts.market.setDiscountPercent(currency, network, percent);
  return { currency, network, discount: percent };
};

/** The calls about invoices, money and tariffs by path. */
export const paymentCalls: Readonly<Record<string, ProviderCall>> = {
  '/v1/payment': create,
  '/v1/payment/info': info,
  '/v1/payment/list': list,
  '/v1/payment/services': services,
  '/v1/payment/resend': resend,
  '/v2/payment/resend': resend,
  '/v1/payment/refund': refund,
  '/v1/payment/aml-links': amlLinks,
  '/v1/payment/qr': qr,
  '/v1/payment/discount/list': discountList,
  '/v1/payment/discount/set': discountSet,
  '/v1/balance': balance,
};

function invoiceOf(
  store: ProviderContext['parts']['store'],
  uuid: string | null,
  orderId: string | null,
): Invoice | null {
  return orderId === null ? store.invoiceByUuid(uuid ?? '') : store.invoiceByOrderId(orderId);
}

/** The merchant's share of an invoice, as the Payment object names it: receipts less the commission, less refunds. */
function netReceipt(invoice: Invoice, commissionPercent: bigint): bigint {
  const { merchantAmount } = invoiceFigures(invoice, commissionPercent, oneUnit);
  const returned = invoice.status === 'refund_paid' ? parseDecimal(invoice.refund?.amount ?? '0') : 0n;
  return parseDecimal(eightDigits(merchantAmount ?? 0n)) - returned;
}

function writeCursor(sequence: number): string {
  return Buffer.from(`before:${sequence}`).toString('base64url');
}

/** The sequence a page ends before; an unknown cursor begins at the newest. */
function readCursor(cursor: string | null): number {
  const match = /^before:(\d+)$/.exec(Buffer.from(cursor ?? '', 'base64url').toString());
  return match === null ? Number.MAX_SAFE_INTEGER : Number(match[1]);
}
