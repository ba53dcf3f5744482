import { firstPrices, firstPricesNumber, type Prices } from '#shared/prices.ts';
import { useRead } from '#web/lib/use-api.ts';

/** Prices with their number. */
export type NumberedPrices = Prices & { readonly version: number };

const first: NumberedPrices = { version: firstPricesNumber, ...firstPrices };

/** The prices to show, whose number goes with a request (`quote.ts`). The first ones until they are read. */
export function usePrices(): NumberedPrices {
  return useRead('prices.read', {}).data?.present ?? first;
}
