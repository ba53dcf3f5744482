import { transactionsCsv } from './transactions-csv.ts';
import type { Transaction } from './transaction-words.ts';

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
