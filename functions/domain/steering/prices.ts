import type * as z from 'zod/mini';
import type { PriceVersion as WirePrices } from '#shared/contract/prices.ts';
import { AppError } from '#shared/errors.ts';
import { firstPrices, firstPricesNumber } from '#shared/prices.ts';
import type { PriceVersion, SteeringValues } from '#functions/ports/entities/settings.ts';

/** The prices before staff changed any. */
export const firstPriceVersion: PriceVersion = { version: firstPricesNumber, fromMs: 0, ...firstPrices };

/** Returns the known versions of the prices, in the order of their beginning. */
export function priceVersionsOf({ prices }: Pick<SteeringValues, 'prices'>): readonly PriceVersion[] {
  return prices ?? [firstPriceVersion];
}

/** Returns the prices at a time: those that began last. */
export function pricesAt(steering: Pick<SteeringValues, 'prices'>, atMs: number): PriceVersion {
  return priceVersionsOf(steering).findLast(({ fromMs }) => fromMs <= atMs) ?? firstPriceVersion;
}

/** Returns the prices that follow those of a time; undefined when none are planned. */
export function nextPricesAt(steering: Pick<SteeringValues, 'prices'>, atMs: number): PriceVersion | undefined {
  return priceVersionsOf(steering).find(({ fromMs }) => fromMs > atMs);
}

/**
 * Throws AppError QuoteChanged, with the present prices, for a request that was made at other prices: `quoted` is its
 * `Price-Version`. Without `Price-Version`, the present prices hold.
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
