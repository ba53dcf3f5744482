/** Downloads and prints activity lines, as one chunk: hardly anybody wants it on a given day. */
export { downloadTransactions } from './download-transactions.ts';
export { PrintView } from './print-view.tsx';
