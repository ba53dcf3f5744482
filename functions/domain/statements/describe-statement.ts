import type * as z from 'zod/mini';
import { sum, type Cents } from '#shared/money.ts';
import type { Statement as WireStatement } from '#shared/contract/statements.ts';
import { statementCsv } from '#shared/statement-csv.ts';
import { totalOf, type Statement } from './read-statement.ts';
import { dayOf } from '../statistics/day-of.ts';

/** Describes a statement for the API. */
export function describeStatement({
  period,
  openingCents,
  closingCents,
  lines,
}: Statement): z.input<typeof WireStatement> {
  return {
    from: new Date(period.fromMs).toISOString(),
    to: new Date(period.toMs).toISOString(),
    opening: openingCents,
    closing: closingCents,
    moneyIn: totalOf(lines, (amount) => amount > 0),
    moneyOut: totalOf(lines, (amount) => amount < 0),
    fees: sum(...lines.map(({ fee }) => fee as Cents)),
    lines: [...lines],
  };
}

/** Returns a statement as a file of comma-separated values, named after its kind and first day. */
export function statementFile(
  found: Statement,
  of: 'account' | 'card',
): { readonly name: string; readonly text: string } {
  const day = dayOf(found.period.fromMs);
  return { name: `satchel-${of}-${day}.csv`, text: statementCsv(found) };
}
