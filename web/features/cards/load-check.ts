import { limits } from '#shared/limits.ts';
import { quoteLoad, type LoadQuote } from '#shared/load-fee.ts';
import { formatCents, parseDollars, type Cents } from '#shared/money.ts';

/** The input of the check of a load. */
export type LoadFacts = {
  readonly amountText: string;
  readonly includesFee: boolean;
  readonly accountBalance: Cents;
  readonly cardBalance: Cents;
  readonly cardBalanceLimit: Cents;
};

/** The content of the dialog before the click: both sums, and the obstacle. */
export type LoadCheck = {
  readonly requestedCents?: Cents;
  readonly quote?: LoadQuote;
  /** Shown at the field. Absent while it is empty. */
  readonly error?: string;
  /** The balance does not cover it, and money has to be added first. */
  readonly missingCents?: number;
};

/** Computes a load as it is typed, by the same function that the server computes it with. */
export function checkLoad(facts: LoadFacts): LoadCheck {
  if (facts.amountText.trim() === '') return {};
  const requestedCents = parseDollars(facts.amountText);
  if (requestedCents === undefined) return { error: 'Enter an amount in dollars, such as 50 or 12.50.' };
  if (requestedCents === 0) return {};
  const quote = quoteLoad(requestedCents, facts.includesFee);
  if (quote.amountCents < limits.loadMinCents) {
    return { requestedCents, quote, error: `At least ${formatCents(limits.loadMinCents)} must reach the card.` };
  }
  const room = facts.cardBalanceLimit - facts.cardBalance;
  if (quote.amountCents > room) {
    const most = formatCents(Math.max(0, room));
    const holds = formatCents(facts.cardBalanceLimit);
    return { requestedCents, quote, error: `A card holds at most ${holds}: this one has room for ${most}.` };
  }
  if (quote.totalCents > facts.accountBalance) {
    const have = formatCents(facts.accountBalance);
    const need = formatCents(quote.totalCents);
    return {
      requestedCents,
      quote,
      error: `Not enough balance: you have ${have}, need ${need}.`,
      missingCents: quote.totalCents - facts.accountBalance,
    };
  }
  return { requestedCents, quote };
}
