import { csvOf } from '#shared/csv.ts';
import { statusAppearance } from '#web/ui/badge.tsx';

import { downloadCsv } from './csv.ts';
import { kindName, type Transaction } from './transaction-words.ts';

/** Dollars as a number of a spreadsheet: 12.5, never a binary float's 12.500000000000002. */
function dollars(amountCents: number): number {
  return Number((amountCents / 100).toFixed(2));
}

const head = ['Date (UTC)', 'TID', 'Kind', 'Description', 'Status', 'Amount (USD)', 'Fee (USD)', 'Booked (USD)'];

/** Activity as a CSV file. What was booked has the sign of its direction. With `byEmail` a column says whose they are. */
export function transactionsCsv(rows: readonly Transaction[], byEmail = false): string {
  const cells = rows.map((row) => [
    row.updatedAt.slice(0, 19).replace('T', ' '),
    row.tid,
    kindName(row.kind),
    row.description,
    statusAppearance(row.status).label,
    dollars(row.amount),
    dollars(row.fee),
    dollars(row.type === 'credit' ? row.amountPaid : -row.amountPaid),
    ...(byEmail ? [row.email] : []),
  ]);
  return csvOf(byEmail ? [...head, 'Email'] : head, cells);
}

/** Hands activity lines to the browser as `satchel-transactions-2026-11-21.csv`. */
export function downloadTransactions(rows: readonly Transaction[], byEmail = false): void {
  downloadCsv('transactions', transactionsCsv(rows, byEmail));
}
