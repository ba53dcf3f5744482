/** Downloads and prints activity lines, as one chunk: hardly anybody wants it on a given day. */
export { downloadTransactions } from './transactions-csv.ts';
export { PrintView } from './print-view.tsx';
