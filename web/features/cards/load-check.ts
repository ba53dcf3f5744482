import { limits } from '#shared/limits.ts';
import { quoteLoad, type LoadQuote } from '#shared/load-fee.ts';
import type { Prices } from '#shared/prices.ts';
import { cents, formatCents, least, minus, parseDollars, zero, type Cents } from '#shared/money.ts';

/** The input of `checkLoad`. */
export type LoadFacts = LoadMeans & { readonly amountText: string };

/** Everything that bounds a load, except the typed amount. */
export type LoadMeans = {
  readonly includesFee: boolean;
  readonly accountBalance: Cents;
  readonly cardBalance: Cents;
  /** Maximum on the card after the load. */
  readonly cardBalanceLimit: Cents;
  /** True where `cardBalanceLimit` is below the card's own limit, because of what is left to spend this month. */
  readonly isMonthsRest?: boolean;
  readonly prices: Prices;
};

/** The content of the dialog before the click: both sums, and the obstacle. */
export type LoadCheck = {
  readonly requestedCents?: Cents;
  readonly quote?: LoadQuote;
  /** Shown at the field. Absent while it is empty. */
  readonly error?: string;
  /** Sum that has to be added first, in cents: the balance does not cover the load. */
  readonly missingCents?: Cents;
};

/** Room left on the card, in cents. */
export function roomOf({ cardBalance, cardBalanceLimit }: Pick<LoadMeans, 'cardBalance' | 'cardBalanceLimit'>): Cents {
  return cents(Math.max(0, cardBalanceLimit - cardBalance));
}

/**
 * Says the limit of a load and the room that it leaves. The limit is the card's own, or what is left to spend this
 * month.
 */
export function roomText(means: Pick<LoadMeans, 'cardBalance' | 'cardBalanceLimit' | 'isMonthsRest'>): string {
  const most = formatCents(roomOf(means));
  const holds = formatCents(means.cardBalanceLimit);
  return means.isMonthsRest
    ? `You can spend ${holds} more with this card this month: it has room for ${most}.`
    : `This card holds at most ${holds}: it has room for ${most}.`;
}

/**
 * Maximum to type, in cents: as much as the balance pays for and the card has room for, fee counted. 0 when nothing
 * would reach the card.
 */
export function mostToLoad(means: LoadMeans): Cents {
  const all = quoteLoad(cents(Math.max(0, means.accountBalance)), true, means.prices);
  const most = quoteLoad(least(all.amountCents, roomOf(means)), false, means.prices);
  if (most.amountCents < limits.loadMinCents) return zero;
  if (!means.includesFee) return most.amountCents;
  // The whole balance where the card has room for it: the fee takes the odd cent.
  return all.amountCents <= roomOf(means) ? all.totalCents : most.totalCents;
}

/** Computes a load as it is typed, by the same function that the server computes it with. */
export function checkLoad(facts: LoadFacts): LoadCheck {
  if (facts.amountText.trim() === '') return {};
  const requestedCents = parseDollars(facts.amountText);
  if (requestedCents === undefined) return { error: 'Enter an amount in dollars, such as 50 or 12.50.' };
  if (requestedCents === 0) return {};
  const quote = quoteLoad(requestedCents, facts.includesFee, facts.prices);
  if (quote.amountCents < limits.loadMinCents) {
    return { requestedCents, quote, error: `At least ${formatCents(limits.loadMinCents)} must reach the card.` };
  }
  if (quote.amountCents > roomOf(facts)) return { requestedCents, quote, error: roomText(facts) };
  if (quote.totalCents > facts.accountBalance) {
    const have = formatCents(facts.accountBalance);
    const need = formatCents(quote.totalCents);
    return {
      requestedCents,
      quote,
      error: `Not enough balance: you have ${have}, need ${need}.`,
      missingCents: minus(quote.totalCents, facts.accountBalance),
    };
  }
  return { requestedCents, quote };
}
