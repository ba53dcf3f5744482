import { useState } from 'react';

import { useUser } from '#web/session/use-user.ts';
import { statusAppearance } from '#web/ui/badge.tsx';
import { moneyText } from '#web/ui/money.tsx';
import styles from '#web/ui/paper.module.css';
import { Paper } from '#web/ui/paper.tsx';

import { descriptionOf, kindName, type Transaction } from './transaction-words.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

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
  const { data: user } = useUser();
  const [printedAt] = useState(() => new Date());
  const signed = rows.map((row) => (row.type === 'credit' ? row.amountPaid : -row.amountPaid));
  const total = (keep: (cents: number) => boolean): string =>
    moneyText(
      signed.filter(keep).reduce((sum, cents) => sum + cents, 0),
      true,
    );
  return (
    <Paper onDone={onDone}>
      <div className={styles.list}>
        <header className={styles.head}>
          <h1>Satchel · Transactions</h1>
          <p>
            {user && `${user.firstname} ${user.lastname}, ${user.email}. `}
            {rows.length} {rows.length === 1 ? 'transaction' : 'transactions'}, printed {day.format(printedAt)} UTC.
          </p>
          <p>
            Money in {total((cents) => cents > 0)} · Money out {total((cents) => cents < 0)}
          </p>
        </header>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>Date (UTC)</th>
              {byEmail && <th>Email</th>}
              <th>Transaction</th>
              <th>TID</th>
              <th>Status</th>
              <th className={styles.sum}>Amount</th>
              <th className={styles.sum}>Fee</th>
              <th className={styles.sum}>Booked</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={`${row._id} ${row.kind}`}>
                <td>{day.format(Date.parse(row.createdAt))}</td>
                {byEmail && <td>{row.email}</td>}
                <td>
                  {row.description.startsWith(kindName(row.kind))
                    ? row.description
                    : `${kindName(row.kind)} · ${descriptionOf(row)}`}
                </td>
                <td className={styles.tid}>{row.tid}</td>
                <td>{statusAppearance(row.status).label}</td>
                <td className={styles.sum}>{moneyText(row.amount)}</td>
                <td className={styles.sum}>{row.fee === 0 ? '' : moneyText(row.fee)}</td>
                <td className={styles.sum}>{signed[at] === 0 ? '' : moneyText(signed[at] ?? 0, true)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Paper>
  );
}
