import { decimalDollars } from './money.ts';

/** A cell: text from anywhere, or a number that we computed, also as decimal digits. */
export type CsvCell = string | number | CsvDecimal;

type CsvDecimal = { readonly decimal: string };

/** Texts that a spreadsheet would run as a formula if they were not quoted; East Asian ones also run the wide signs. */
const startsFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.decimal;
  const safe = startsFormula.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A table as CSV (RFC 4180), for any spreadsheet: a byte order mark says that it is UTF-8, and text that would be run as
 * a formula gets an apostrophe in front.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(cellText).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Cents as a cell in dollars: a number with both decimals, 12.50. */
export function csvDollars(cents: number): CsvDecimal {
  return { decimal: decimalDollars(cents) };
}
