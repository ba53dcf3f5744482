import { descriptionOf, kindName, type Transaction } from '#web/features/activity/transaction-words.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { Money } from '#web/ui/money.tsx';
import type { Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';

import styles from './activity-columns.module.css';

/** The columns of everybody's movements: what, whose, how much, how it stands, when. */
export const activityColumns: readonly Column<Transaction>[] = [
  { key: 'what', header: 'Transaction', cell: (row) => <What row={row} /> },
  { key: 'email', header: 'Email', cell: (row) => <EmailText email={emailWords(row.email)} /> },
  { key: 'amount', header: 'Amount', align: 'end', cell: (row) => <Money cents={row.amount} /> },
  { key: 'paid', header: 'Paid', align: 'end', cell: (row) => <Paid row={row} /> },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'date',
    header: 'Date',
    align: 'end',
    cell: (row) => (
      <span className={styles.date}>
        <Time iso={row.updatedAt} />
      </span>
    ),
  },
];

function What({ row }: { readonly row: Transaction }) {
  const kind = kindName(row.kind);
  const text = descriptionOf(row);
  return (
    <div className={styles.what}>
      <span className={styles.kind}>{kind}</span>
      {text.trim() !== '' && text !== kind && <span className={styles.says}>{text}</span>}
      <span className={styles.tid} title={`TID ${row.tid}`}>
        TID {row.tid}
      </span>
    </div>
  );
}

/** The booked amount, with its direction; a dash while there is none. */
function Paid({ row }: { readonly row: Transaction }) {
  if (row.amountPaid === 0) return <span className="muted">–</span>;
  return <Money cents={row.type === 'credit' ? row.amountPaid : -row.amountPaid} signed />;
}
