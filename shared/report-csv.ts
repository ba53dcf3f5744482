import type * as z from 'zod/mini';
import type { DailyReport } from './contract/reports.ts';
import { csvDollars, csvOf, type CsvCell } from './csv.ts';

/** A day of the books as comma-separated values: a line for each figure, dollars beside amounts of the coin. */
export function reportCsv(report: z.input<typeof DailyReport>): string {
  const { deposits, revenue, balances, comparison } = report;
  const inCoin = (decimal: string): CsvCell => ({ decimal });
  const dollars = (part: string, figures: Readonly<Record<string, number>>): (readonly CsvCell[])[] =>
    Object.entries(figures).map(([name, amount]) => [part, name, '', csvDollars(amount), '']);
  const rows = [
    ['report', 'day', '', report.day, ''],
    ['report', 'state', '', report.state, ''],
    ['report', 'asOf', '', report.asOf, ''],
    ...deposits.flatMap(({ coin, count, ...of }): (readonly CsvCell[])[] => [
      ['deposits', 'count', coin, count, ''],
      ['deposits', 'received', coin, '', inCoin(of.received)],
      ['deposits', 'credited', coin, csvDollars(of.credited), ''],
      ['deposits', 'refunded', coin, csvDollars(of.refunded), ''],
      ['deposits', 'commission', coin, csvDollars(of.commission), inCoin(of.commissionInCoin)],
      ['deposits', 'paidOut', coin, '', inCoin(of.paidOut)],
    ]),
    ...dollars('deposits', { credited: report.credited, refunded: report.refunded }),
    ...dollars('revenue', revenue),
    ...dollars('balances', balances),
    ...(comparison?.provider ?? []).flatMap(({ coin, worth, ...tie }): (readonly CsvCell[])[] => [
      ['provider', 'books', coin, '', inCoin(tie.books)],
      ['provider', 'theirs', coin, '', inCoin(tie.theirs)],
      ['provider', 'inTransit', coin, '', inCoin(tie.inTransit)],
      ['provider', 'difference', coin, csvDollars(worth), inCoin(tie.difference)],
    ]),
    ...dollars('issuer', comparison?.issuer ?? {}),
    ['tieOut', 'tieOut', '', report.tieOut === null ? '' : csvDollars(report.tieOut), ''],
  ] as const;
  return csvOf(['part', 'figure', 'coin', 'dollars', 'inCoin'], rows);
}
