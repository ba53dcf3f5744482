import { statusAppearance } from '#web/ui/badge.tsx';
import { moneyText } from '#web/ui/money.tsx';

import { PaperTable } from './paper-table.tsx';
import { descriptionOf, kindName, type Transaction } from './transaction-words.ts';

/** Activity lines as a printed page; the print dialog opens at once. */
export function PrintView({
  rows,
  byEmail,
  onDone,
}: {
  readonly rows: readonly Transaction[];
  readonly byEmail: boolean;
  readonly onDone: () => void;
}) {
  const signed = rows.map((row) => (row.type === 'credit' ? row.amountPaid : -row.amountPaid));
  const total = (keep: (cents: number) => boolean): string =>
    moneyText(
      signed.filter(keep).reduce((sum, cents) => sum + cents, 0),
      true,
    );
  return (
    <PaperTable
      title="Transactions"
      about={`${rows.length} ${rows.length === 1 ? 'transaction' : 'transactions'}. Money in ${total((cents) => cents > 0)} · Money out ${total((cents) => cents < 0)}`}
      head={[...(byEmail ? ['Email'] : []), 'Transaction', 'TID', 'Status', 'Amount', 'Fee', 'Booked']}
      reference={byEmail ? 3 : 2}
      sums={3}
      rows={rows.map((row, at) => [
        row.createdAt,
        ...(byEmail ? [row.email] : []),
        row.description.startsWith(kindName(row.kind))
          ? row.description
          : `${kindName(row.kind)} · ${descriptionOf(row)}`,
        row.tid,
        statusAppearance(row.status).label,
        moneyText(row.amount),
        row.fee === 0 ? '' : moneyText(row.fee),
        signed[at] === 0 ? '' : moneyText(signed[at] ?? 0, true),
      ])}
      onDone={onDone}
    />
  );
}
