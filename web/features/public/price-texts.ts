import { quoteLoad } from '#shared/load-fee.ts';
import { cents, formatCents, sum } from '#shared/money.ts';
import type { CardLimits } from '#shared/card-limits.ts';
import type { Prices } from '#shared/prices.ts';
import { loadRule, shortDollars } from '#web/features/cards/price-words.ts';

/** The amount that lands on the card in the landing's example of a load. */
export const exampleLoadCents = cents(5_000);

/**
 * Returns the prices by name, as public pages write them. Pages are built with the first prices; `pricesScript` writes
 * the present ones into them.
 */
export function priceTexts(prices: Prices) {
  const example = quoteLoad(exampleLoadCents, false, prices);
  return {
    card: shortDollars(sum(prices.cardFeeCents, prices.firstLoadCents)),
    fee: shortDollars(prices.cardFeeCents),
    first: shortDollars(prices.firstLoadCents),
    load: loadRule(prices),
    examplePaid: formatCents(example.totalCents),
    exampleFee: formatCents(example.feeCents),
  } as const;
}

/**
 * Returns the limits of new cards by name, as public pages write them; replaced by the present ones like the prices.
 */
export function limitTexts({ balanceCents, monthlySpendCents }: CardLimits) {
  return { balance: shortDollars(balanceCents), month: shortDollars(monthlySpendCents) } as const;
}

/** A price or limit by its name. */
export type PriceName = keyof ReturnType<typeof priceTexts> | keyof ReturnType<typeof limitTexts>;
