import { fiatUsdRates, findCoin, findNetwork } from './catalogue.ts';
import type { InvoiceTerms } from './invoice.ts';
import type { Market } from './market.ts';
import { Refusal, RequestFields } from './request-fields.ts';

/** Checks every limit of the create request. Throws a {@link Refusal} with the provider's codes. */
export function readInvoiceTerms(body: Readonly<Record<string, unknown>>): InvoiceTerms {
  const fields = new RequestFields(body);
  const terms: InvoiceTerms = {
    amount: fields.amount('amount', true) ?? '',
    currency: (fields.text('currency', { required: true }) ?? '').toUpperCase(),
    orderId: fields.text('order_id', { required: true, min: 1, max: 128, pattern: /^[A-Za-z0-9_-]+$/ }) ?? '',
    requestedNetwork: fields.text('network')?.toLowerCase() ?? null,
    urlReturn: fields.url('url_return', 6, 255),
    urlSuccess: fields.url('url_success', 6, 255),
    urlCallback: fields.url('url_callback', 6, 255),
    isPaymentMultiple: fields.flag('is_payment_multiple') ?? true,
    lifetimeSeconds: fields.whole('lifetime', 300, 43_200) ?? 3600,
    toCurrency: fields.text('to_currency')?.toUpperCase() ?? null,
    subtractPercent: fields.whole('subtract', 0, 100) ?? 0,
    accuracyPercent: fields.percent('accuracy_payment_percent', 0, 5) ?? '0',
    additionalData: fields.text('additional_data', { max: 255 }),
    currencies: fields.coins('currencies'),
    exceptCurrencies: fields.coins('except_currencies'),
    discountPercent: fields.whole('discount_percent', -99, 100),
    isRefresh: fields.flag('is_refresh') ?? false,
  };
  fields.oneOf('course_source', ['Binance', 'BinanceP2P', 'Exmo', 'Kucoin']);
  fields.text('from_referral_code');
  fields.text('payer_email', { max: 255 });
  fields.check();
  return terms;
}

/**
 * The coin and network an invoice with these terms has from the start; null when the payer still chooses.
 * Throws a {@link Refusal} when the provider knows no such currency, network or service.
 */
export function fixedChoice(terms: InvoiceTerms, market: Market): { currency: string; network: string } | null {
  const { currency, toCurrency, requestedNetwork } = terms;
  if (findCoin(currency) === undefined && fiatUsdRates[currency] === undefined) {
    throw new Refusal('The currency was not found');
  }
  if (requestedNetwork !== null && findNetwork(requestedNetwork) === undefined) {
    throw new Refusal('The network was not found');
  }
  if (toCurrency !== null && findCoin(toCurrency) === undefined) throw new Refusal('Not found service to_currency');
  const coin = findCoin(toCurrency ?? currency);
  if (coin === undefined) return null;
  const network = requestedNetwork ?? (coin.networks.length === 1 ? coin.networks[0] : undefined);
  if (network === undefined) return null;
  if (market.service(coin.code, network)?.isAvailable !== true) throw new Refusal('The service was not found');
  return { currency: coin.code, network };
}
