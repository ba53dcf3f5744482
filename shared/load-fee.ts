import { limits } from './limits.ts';
import { cents, sum, type Cents } from './money.ts';

/** The amounts of a load: the balance pays `totalCents`, the card gets `amountCents`, we keep `feeCents`. */
export type LoadQuote = { readonly totalCents: Cents; readonly amountCents: Cents; readonly feeCents: Cents };

/** The fee on what lands: ceil(3 %) + $1. */
function feeOn(amountCents: Cents): Cents {
  return cents(Math.ceil((amountCents * limits.loadFeePercent) / 100) + limits.loadFeeFixedCents);
}

/**
 * Computes a load, both ways of the toggle. Without `includesFee` the card gets the
 * amount and the fee comes on top; with it the balance pays exactly the amount, the card gets
 * floor((amount − 100) × 100 / 103) and the rest is the fee. The browser shows it, the server computes it again.
 * `amountCents` of the answer is 0 or less when the amount does not even cover the fee: the caller refuses that.
 */
export function quoteLoad(requestedCents: Cents, includesFee: boolean): LoadQuote {
  if (!includesFee) {
    const feeCents = feeOn(requestedCents);
    return { totalCents: sum(requestedCents, feeCents), amountCents: requestedCents, feeCents };
  }
  const landing = Math.floor(((requestedCents - limits.loadFeeFixedCents) * 100) / (100 + limits.loadFeePercent));
  const amountCents = cents(Math.max(0, landing));
  return { totalCents: requestedCents, amountCents, feeCents: cents(requestedCents - amountCents) };
}
