import type * as z from 'zod/mini';
import type { PriceVersion as WirePrices } from '#shared/contract/prices.ts';
import { AppError } from '#shared/errors.ts';
import { firstPrices, firstPricesNumber } from '#shared/prices.ts';
import type { PriceVersion, SteeringValues } from '#functions/ports/entities/settings.ts';

/** The prices before staff changed any. */
export const firstPriceVersion: PriceVersion = { version: firstPricesNumber, fromMs: 0, ...firstPrices };

/** The versions that are known, by their beginning. */
export function priceVersionsOf({ prices }: Pick<SteeringValues, 'prices'>): readonly PriceVersion[] {
  return prices ?? [firstPriceVersion];
}

/** The prices at a time: those that began last. */
export function pricesAt(steering: Pick<SteeringValues, 'prices'>, atMs: number): PriceVersion {
  return priceVersionsOf(steering).findLast(({ fromMs }) => fromMs <= atMs) ?? firstPriceVersion;
}

/** The prices that come after those of a time. */
export function nextPricesAt(steering: Pick<SteeringValues, 'prices'>, atMs: number): PriceVersion | undefined {
  return priceVersionsOf(steering).find(({ fromMs }) => fromMs > atMs);
}

/**
 * Throws AppError QuoteChanged, with the present prices, for a request that was made up at others: `quoted` is its
 * `Price-Version`. Without one the present prices hold.
 */
export function refuseOtherQuote(present: PriceVersion, quoted: string | undefined): void {
  if (quoted === undefined || quoted.trim() === String(present.version)) return;
  throw new AppError('QuoteChanged', 'Our prices have changed. Nothing was done: look at the new sums, then confirm.', {
    prices: describePrices(present),
  });
}

/** Describes a version of the prices for the API. */
export function describePrices({ fromMs, ...prices }: PriceVersion): z.input<typeof WirePrices> {
  const { version, cardFeeCents, firstLoadCents, loadPercent, loadFixedCents } = prices;
  const from = new Date(fromMs).toISOString();
  return { version, from, cardFeeCents, firstLoadCents, loadPercent, loadFixedCents };
}
