import { firstPrices } from '#shared/prices.ts';
import { priceTexts, type PriceName } from './price-texts.ts';

const texts = priceTexts(firstPrices);

/** A price in a text: as it was at first, until the page's script has read the present one. */
export function Price({ of }: { readonly of: PriceName }) {
  return <span data-price={of}>{texts[of]}</span>;
}
