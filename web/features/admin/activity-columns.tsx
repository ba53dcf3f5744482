import { Link } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import { descriptionOf, kindName } from '#web/features/activity/transaction-words.ts';
import { href } from '#web/navigation/paths.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';

import styles from './activity-columns.module.css';
import { PersonLink } from './person-link.tsx';

/** An activity line of any user, as staff read it. */
export type StaffTransaction = ReplyOf<'transactions.all'>[number];

/** The columns of all users' activity: the line, its user, the amounts, the status, the time. */
export const activityColumns: readonly Column<StaffTransaction>[] = [
  { key: 'what', header: 'Transaction', cell: (row) => <What row={row} /> },
  { key: 'user', header: 'User', cell: ({ userId, email }) => <PersonLink userId={userId} email={email} /> },
  { key: 'amount', header: 'Amount', align: 'end', cell: (row) => <Money cents={row.amount} /> },
  { key: 'paid', header: 'Paid', align: 'end', cell: (row) => <Paid row={row} /> },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'date',
    header: 'Date',
    align: 'end',
    cell: (row) => (
      <span className={styles.date}>
        <Time iso={row.createdAt} />
      </span>
    ),
  },
];

function What({ row }: { readonly row: StaffTransaction }) {
  const kind = kindName(row.kind);
  const text = descriptionOf(row);
  return (
    <div className={styles.what}>
      <span className={styles.kind}>{kind}</span>
      {text.trim() !== '' &&
        text !== kind &&
        (row.cardId === null ? (
          <span className={styles.says}>{text}</span>
        ) : (
          <Link to={`${href.user(row.userId)}?tab=cards`} className={styles.says} title="The user’s cards">
            {text}
          </Link>
        ))}
      {row.failure !== undefined && <span className={styles.says}>{row.failure}</span>}
      <span className={styles.tid} title={`TID ${row.tid}`}>
        TID {row.tid}
      </span>
    </div>
  );
}

/** The booked amount, with its direction; a dash while there is none. */
function Paid({ row }: { readonly row: StaffTransaction }) {
  if (row.amountPaid === 0) return <span className="muted">–</span>;
  return <Money cents={row.type === 'credit' ? row.amountPaid : -row.amountPaid} signed />;
}
