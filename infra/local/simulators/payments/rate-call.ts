import { formatDecimal } from './decimal.ts';
import type { ProviderContext } from './provider-call.ts';
import { Refusal } from './request-fields.ts';

/** `GET /v1/exchange-rate/{currency}/list`. */
export const ratePath = /^\/v1\/exchange-rate\/([A-Za-z0-9]{2,10})\/list$/;

/**
 * Returns the price of one unit of `currency` in every other currency. Throws a {@link Refusal} for an unknown code.
 */
export function rateList({ parts }: ProviderContext, currency: string): unknown {
  const from = currency.toUpperCase();
  if (parts.market.usdRate(from) === null) throw new Refusal('The currency was not found');
  return parts.market.quotedCurrencies(from).map((to) => ({
    from,
    to,
    course: formatDecimal(parts.market.crossRate(from, to) ?? 0n, 8),
    ...(parts.profile.namesRateSource ? { source: 'Binance' } : {}),
  }));
}
