import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';

/** A day of the books. */
export type BooksReport = ReplyOf<'admin.daily-report'>;

type Named = readonly (readonly [name: string, cents: number])[];

/**
 * Returns the revenue of a day and its costs, by name. Costs are below zero: gross revenue and costs add up to the net
 * revenue.
 */
export function revenueNames(revenue: BooksReport['revenue']): Named {
  return [
    ['Card fees', revenue.cardFees],
    ['Load fees', revenue.loadFees],
    ['Gross revenue', revenue.gross],
    ['Payment provider’s fees', -revenue.providerFees],
    ['Card issuer’s fees', -revenue.issuerFees],
    ['Referrals', -revenue.referrals],
    ['Adjustments', -revenue.adjustments],
    ['Net revenue', revenue.net],
  ];
}

/** Returns our assets and debts at the end of a day, by name. */
export function balanceNames(balances: BooksReport['balances']): Named {
  return [
    ['Float', balances.float],
    ['On cards at the issuer', balances.onCards + balances.toFetch],
    ['At the payment provider', balances.provider],
    ['At the bank', balances.bank],
    ['Owed to us', balances.debts],
    ['Account balances', balances.available + balances.held + balances.unclaimed],
    ['Card balances', balances.cards],
    ['Referral rewards', balances.rewards],
    ['Deposits set aside', balances.suspense],
    ['Deposits refused', balances.refused],
    ['All that we owe', balances.liabilities],
  ];
}

/** Says whether a day ties with the providers. */
export function tieWords({ tieOut, comparison }: Pick<BooksReport, 'tieOut' | 'comparison'>): {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
} {
  const { provider = null, issuer = null } = comparison ?? {};
  if (provider === null && issuer === null)
    return {
      tone: 'warning',
      title: 'Not compared',
      text: 'No provider’s figures are known.',
    };
  const unheard =
    provider === null
      ? 'The payment provider was not compared: it didn’t answer.'
      : issuer === null
        ? 'The card issuer was not compared: it didn’t answer.'
        : '';
  if (tieOut !== null && tieOut !== 0)
    return {
      tone: 'danger',
      title: `${formatCents(tieOut)} does not tie`,
      text: [
        'Our books and a provider differ by more than what is in transit. A deposit that waits on the desk may be why.',
        unheard,
      ]
        .join(' ')
        .trim(),
    };
  if (unheard !== '')
    return {
      tone: 'warning',
      title: `Ties with the ${provider === null ? 'card issuer' : 'payment provider'} only`,
      text: unheard,
    };
  return { tone: 'success', title: 'Ties to the cent', text: 'Our books and both providers agree.' };
}

/** An amount of a coin as the books write it, with a true minus sign. */
export function coinText(amount: string): string {
  return amount.replace(/^-/, '−');
}

/** The name of a payout or top-up. */
export function moveName({ kind, direction }: Pick<ReplyOf<'admin.treasury'>[number], 'kind' | 'direction'>): string {
  if (kind === 'payout') return direction === 'out' ? 'Payout to the bank' : 'Payout brought back';
  return direction === 'out' ? 'Top-up of the float' : 'Top-up taken back';
}

/**
 * Says what coins are worth, in cents, and warns when that is more than twice the amount that arrived for them, or less
 * than half of it. Undefined without two amounts to compare.
 */
export function worthText(worth: number, amount: number): string | undefined {
  if (!(amount > 0 && worth >= 1 && worth < 1e15)) return undefined;
  const isFarOff = worth > 2 * amount || amount > 2 * worth;
  return `Worth about ${formatCents(Math.round(worth))} now.${isFarOff ? ' Check both amounts.' : ''}`;
}
