import type { ApiError } from '#web/lib/api-error.ts';
import { refresh } from '#web/lib/use-api.ts';

import type { NumberedPrices } from './use-prices.ts';

/** Returns the headers that bind a request to these prices, so that nobody pays other prices than they saw. */
export function quoted({ version }: NumberedPrices) {
  return { 'price-version': String(version) };
}

/** Reads the prices again when a request was refused because they have changed. */
export function afterQuote(error: ApiError): void {
  if (error.is('QuoteChanged')) void refresh(['prices']);
}
