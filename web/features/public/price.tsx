import { firstCardLimits } from '#shared/card-limits.ts';
import { firstPrices } from '#shared/prices.ts';
import { limitTexts, priceTexts, type PriceName } from './price-texts.ts';

const texts = { ...priceTexts(firstPrices), ...limitTexts(firstCardLimits) };

/** A price or a limit of new cards in a text: as it was at first, until the page's script has read the present one. */
export function Price({ of }: { readonly of: PriceName }) {
  return <span data-price={of}>{texts[of]}</span>;
}
