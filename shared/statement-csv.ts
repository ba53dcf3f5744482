import type * as z from 'zod/mini';
import type { StatementLine } from './contract/statements.ts';
import { csvDollars, csvOf } from './csv.ts';

/** The lines of a statement as comma-separated values in dollars, oldest first; `balance` comes last. */
export function statementCsv({ lines }: { readonly lines: readonly z.input<typeof StatementLine>[] }): string {
  return csvOf(
    ['date', 'reference', 'kind', 'description', 'amount', 'fee', 'balance'],
    lines.map(({ at, reference, kind, description, amount, fee, balance }) => [
      at,
      reference,
      kind,
      description,
      csvDollars(amount),
      csvDollars(fee),
      csvDollars(balance),
    ]),
  );
}
