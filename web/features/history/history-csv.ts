import { csvDollars, csvOf } from '#shared/csv.ts';

import { historyDetail, historyKindName, historyTitle, stateBadge, type HistoryRow } from './history-words.ts';

/** The name of a line's state, a completed one's included. */
export function stateName(row: HistoryRow): string {
  return stateBadge(row)?.label ?? 'Completed';
}

const head = ['Date (UTC)', 'Reference', 'Type', 'Name', 'Description', 'Category', 'Card', 'Status'];

/** Writes lines as a CSV file. Requested and booked amounts have the sign of their direction. */
export function historyCsv(rows: readonly HistoryRow[]): string {
  return csvOf(
    [...head, 'Amount (USD)', 'Fee (USD)', 'Booked (USD)', 'Account balance after (USD)', 'Card balance after (USD)'],
    rows.map((row) => [
      row.createdAt.slice(0, 19).replace('T', ' '),
      row.reference,
      historyKindName(row.kind),
      historyTitle(row),
      row.of === 'card' ? row.description : historyDetail(row),
      row.category,
      row.card?.last4Digits ?? '',
      stateName(row),
      csvDollars(row.amount),
      csvDollars(row.fee),
      csvDollars(row.booked),
      ...(['account', 'card'] as const).map((of) =>
        row.of === of && row.balanceAfter !== null ? csvDollars(row.balanceAfter) : '',
      ),
    ]),
  );
}
