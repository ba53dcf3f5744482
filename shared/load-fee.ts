import { cents, sum, type Cents } from './money.ts';
import { firstPrices, type Prices } from './prices.ts';

/** The amounts of a load: the balance pays `totalCents`, the card gets `amountCents`, we keep `feeCents`. */
export type LoadQuote = { readonly totalCents: Cents; readonly amountCents: Cents; readonly feeCents: Cents };

/** The part of the prices that a load is computed by. */
type LoadPrices = Pick<Prices, 'loadPercent' | 'loadFixedCents'>;

/** 100 % in hundredths of a percent: whole numbers, so that all computations stay exact. */
const whole = 10_000;

/** The fee on what lands: ceil(3 %) + $1 at the first prices. */
function feeOn(amountCents: Cents, { loadPercent, loadFixedCents }: LoadPrices): Cents {
  return cents(Math.ceil((amountCents * Math.round(loadPercent * 100)) / whole) + loadFixedCents);
}

/**
 * Computes a load. Without `includesFee` the card gets the amount and the fee comes on top. With it the balance pays
 * exactly the amount, the card gets floor((amount − 100) × 100 / 103) at the first prices, and the rest is the fee. The
 * browser shows the quote, and the server computes it again. `amountCents` is 0 when the amount covers no
 * more than the fee: the caller refuses that.
 */
export function quoteLoad(requestedCents: Cents, includesFee: boolean, prices: LoadPrices = firstPrices): LoadQuote {
  if (!includesFee) {
    const feeCents = feeOn(requestedCents, prices);
    return { totalCents: sum(requestedCents, feeCents), amountCents: requestedCents, feeCents };
  }
  const paid = (requestedCents - prices.loadFixedCents) * whole;
  const landing = Math.floor(paid / (whole + Math.round(prices.loadPercent * 100)));
  const amountCents = cents(Math.max(0, landing));
  return { totalCents: requestedCents, amountCents, feeCents: cents(requestedCents - amountCents) };
}
