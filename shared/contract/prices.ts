import * as z from 'zod/mini';
import type { Cents } from '../money.ts';
import { priceBounds } from '../price-bounds.ts';
import { cardLimitBounds } from '../card-limits.ts';
import { IsoDate, Moment } from './fields.ts';
import { defineRoutes } from './route.ts';

/** A price within its bounds, in cents. */
function priceIn(minCents: number, maxCents: number) {
  const bounds = `must be ${minCents} to ${maxCents} cents`;
  return z.int(bounds).check(z.gte(minCents, bounds), z.lte(maxCents, bounds)) as unknown as z.ZodMiniType<
    Cents,
    number
  >;
}

const percentWords = `must be 0 to ${priceBounds.loadPercentMax}, with at most two decimals`;

const prices = {
  /** The part of a new card's price that is our fee. */
  cardFeeCents: priceIn(0, priceBounds.cardFeeMaxCents),
  /** The part of a new card's price that is on the card. */
  firstLoadCents: priceIn(priceBounds.firstLoadMinCents, priceBounds.firstLoadMaxCents),
  /** Fee in percent of the amount that lands on the card. */
  loadPercent: z.number(percentWords).check(
    z.gte(0, percentWords),
    z.lte(priceBounds.loadPercentMax, percentWords),
    z.refine((percent) => Number(percent.toFixed(2)) === percent, percentWords),
  ),
  /** Fee of a load beside the percentage. */
  loadFixedCents: priceIn(0, priceBounds.loadFixedMaxCents),
};

/** One version of the prices. It holds from `from` until the next one begins. */
export const PriceVersion = z.object({ version: z.int(), from: IsoDate, ...prices });

/** A version of the prices as staff send it. A new one has no number yet. */
export const AskedPrices = z.strictObject({ version: z.optional(z.int()), from: Moment, ...prices });

const [lowMonth, highMonth] = cardLimitBounds.monthlySpendCents;

const limits = {
  /** Maximum balance of a card after a load. A purchase cannot exceed the card's balance. */
  balanceCents: priceIn(cardLimitBounds.balanceMinCents, cardLimitBounds.balanceMaxCents),
  /** Maximum spent in a calendar month (UTC): one of the two that the card issuer makes cards with. */
  monthlySpendCents: priceIn(lowMonth, highMonth).check(
    z.refine(
      (amount) => cardLimitBounds.monthlySpendCents.some((one) => one === amount),
      `must be ${lowMonth} or ${highMonth} cents`,
    ),
  ),
};

/** One version of the limits of cards. A card has the lowest limits that were in force since it was made. */
export const LimitVersion = z.object({ version: z.int(), from: IsoDate, ...limits });

/** A version of the limits as staff send it. A new one has no number yet. */
export const AskedLimits = z.strictObject({ version: z.optional(z.int()), from: Moment, ...limits });

export const priceRoutes = defineRoutes({
  'prices.read': {
    method: 'GET',
    path: '/prices',
    access: 'public',
    summary:
      'The present prices and limits of new cards, and the next ones once they are decided. At most 40 seconds old.',
    reply: z.object({
      present: PriceVersion,
      next: z.nullable(PriceVersion),
      limits: z.object({ present: LimitVersion, next: z.nullable(LimitVersion) }),
    }),
    status: 200,
    cachedSeconds: 10,
    errors: [],
  },
});
