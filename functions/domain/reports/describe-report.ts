import type * as z from 'zod/mini';
import type { Coin } from '#shared/catalogue.ts';
import type { DailyReport as WireReport } from '#shared/contract/reports.ts';
import { reportCsv } from '#shared/report-csv.ts';
import { minus, negate, sum, zero, type Cents } from '#shared/money.ts';
import type { CoinDay, DailyReport, TieOut } from '#functions/ports/entities/reports.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { addSums } from './day-totals.ts';

type Described = z.input<typeof WireReport>;

/** Describes a day of the books for staff. */
export function describeReport(report: DailyReport): Described {
  const { day, opening, moved, coins, tie, asOfMs, closedAtMs } = report;
  const days = (Object.entries(coins) as [Coin, CoinDay][]).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const on = (name: string): Cents => moved[name] ?? zero;
  const closing = addSums(opening, moved);
  const owned = (name: string): Cents => closing[name] ?? zero;
  // A liability is a credit, and credits are negative in the books.
  const owed = (...names: readonly string[]): Cents => negated(sum(...names.map(owned)));
  const cardFees = negated(on(account.cardFees));
  const loadFees = negated(on(account.loadFees));
  const gross = sum(cardFees, loadFees);
  const costs = {
    providerFees: on(account.providerFees),
    issuerFees: on(account.issuerFees),
    referrals: on(account.referrals),
    adjustments: on(account.adjustments),
  };
  const liabilities = {
    available: owed('available'),
    held: owed('held'),
    unclaimed: owed('unclaimed'),
    cards: owed('card', 'leaving'),
    rewards: owed('rewards'),
    suspense: owed(account.depositSuspense, account.issuerSuspense),
    refused: owed(account.refusedDeposits),
  };
  return {
    day,
    state: closedAtMs === undefined ? 'open' : 'closed',
    asOf: iso(asOfMs),
    closedAt: closedAtMs === undefined ? null : iso(closedAtMs),
    deposits: days.map(([coin, of]) => ({
      coin,
      count: of.deposits,
      credited: of.creditedCents,
      refunded: of.refundedCents,
      commission: of.commissionCents,
      received: of.received,
      commissionInCoin: of.commission,
      paidOut: of.paidOut,
    })),
    credited: sum(...days.map(([, of]) => of.creditedCents)),
    refunded: sum(...days.map(([, of]) => of.refundedCents)),
    revenue: { cardFees, loadFees, gross, ...costs, net: minus(gross, sum(...Object.values(costs))) },
    balances: {
      float: owned(account.issuerFloat),
      onCards: owned(account.issuerAllocated),
      toFetch: owned('fetch'),
      provider: owned(account.providerClearing),
      bank: owned(account.bank),
      debts: owned('debt'),
      ...liabilities,
      liabilities: sum(...Object.values(liabilities)),
    },
    ...describeTie(tie),
  };
}

function describeTie(tie: TieOut | undefined): Pick<Described, 'tieOut' | 'comparison'> {
  if (tie === undefined) return { tieOut: null, comparison: null };
  const { atMs, provider, issuer, amountCents } = tie;
  return {
    // A difference counts even if one side did not answer. But no difference is then no proof that the books tie.
    tieOut: (provider === undefined || issuer === undefined) && amountCents === 0 ? null : amountCents,
    comparison: {
      at: iso(atMs),
      provider: provider?.map(({ worthCents: worth, since: _since, ...coin }) => ({ ...coin, worth })) ?? null,
      issuer: issuer
        ? {
            books: issuer.booksCents,
            theirs: issuer.balanceCents,
            inTransit: issuer.inTransitCents,
            difference: issuer.differenceCents,
          }
        : null,
    },
  };
}

/** Returns the report as a file of comma-separated values. */
export function reportFile(report: Described): { readonly name: string; readonly text: string } {
  return { name: `satchel-books-${report.day}.csv`, text: reportCsv(report) };
}

function negated(amount: Cents): Cents {
  return amount === 0 ? zero : negate(amount);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
