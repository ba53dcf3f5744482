import { firstPrices, firstPricesNumber, type Prices } from '#shared/prices.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { refresh, useRead } from '#web/lib/use-api.ts';

/** Prices with their number. */
type Numbered = Prices & { readonly version: number };

const first: Numbered = { version: firstPricesNumber, ...firstPrices };

/**
 * The prices to show, whose number goes with the request: nobody pays others than they saw. The first ones until they are
 * read.
 */
export function usePrices(): Numbered {
  return useRead('prices.read', {}).data?.present ?? first;
}

/** Headers of a request at these prices. */
export function quoted({ version }: Numbered) {
  return { 'price-version': String(version) };
}

/** Reads the prices again when a request was refused because they are others by now. */
export function afterQuote(error: ApiError): void {
  if (error.is('QuoteChanged')) void refresh(['prices']);
}
