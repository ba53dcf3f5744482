/** The download and the print of activity lines, as one chunk: hardly anybody needs them on a given day. */
export { downloadTransactions } from './transactions-csv.ts';
export { PaperTable } from './paper-table.tsx';
export { PrintView } from './print-view.tsx';
