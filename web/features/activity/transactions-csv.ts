import { statusAppearance } from '#web/ui/badge.tsx';

import { csvOf } from './csv.ts';
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
  const address = URL.createObjectURL(new Blob([transactionsCsv(rows, byEmail)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `satchel-transactions-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
