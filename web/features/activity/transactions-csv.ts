import { csvDollars, csvOf } from '#shared/csv.ts';
import { statusAppearance } from '#web/ui/badge.tsx';

import { downloadCsv } from './csv.ts';
import { descriptionOf, kindName, type Transaction } from './transaction-words.ts';

const head = ['Date (UTC)', 'TID', 'Kind', 'Description', 'Status', 'Amount (USD)', 'Fee (USD)', 'Booked (USD)'];

/**
 * Writes activity lines as a CSV file. Booked amounts are signed by their direction. With `byEmail` a column names the
 * owner.
 */
export function transactionsCsv(rows: readonly Transaction[], byEmail = false): string {
  const cells = rows.map((row) => [
    row.createdAt.slice(0, 19).replace('T', ' '),
    row.tid,
    kindName(row.kind),
    descriptionOf(row),
    statusAppearance(row.status).label,
    csvDollars(row.amount),
    csvDollars(row.fee),
    csvDollars(row.type === 'credit' ? row.amountPaid : -row.amountPaid),
    ...(byEmail ? [row.email] : []),
  ]);
  return csvOf(byEmail ? [...head, 'Email'] : head, cells);
}

/** Hands activity lines to the browser as `satchel-transactions-2026-11-21.csv`. */
export function downloadTransactions(rows: readonly Transaction[], byEmail = false): void {
  downloadCsv('transactions', transactionsCsv(rows, byEmail));
}
