import type * as z from 'zod/mini';
import { csvOf } from '#shared/csv.ts';
import { sum, type Cents } from '#shared/money.ts';
import type { Statement as WireStatement } from '#shared/contract/statements.ts';
import { totalOf, type Statement } from './read-statement.ts';

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

/** Dollars as a number of a spreadsheet: 12.5, never a binary float's 12.500000000000002. */
function dollars(cents: number): number {
  return Number((cents / 100).toFixed(2));
}

/** The lines of a statement as comma-separated values in dollars, oldest first; `balance` comes last. */
export function statementCsv({ lines }: Statement): string {
  return csvOf(
    ['date', 'reference', 'kind', 'description', 'amount', 'fee', 'balance'],
    lines.map(({ at, reference, kind, description, amount, fee, balance }) => [
      at,
      reference,
      kind,
      description,
      dollars(amount),
      dollars(fee),
      dollars(balance),
    ]),
  );
}
