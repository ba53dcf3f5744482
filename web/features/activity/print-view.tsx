import { useEffect } from 'react';
import { createPortal } from 'react-dom';

import { useUser } from '#web/session/use-user.ts';
import { statusAppearance } from '#web/ui/badge.tsx';
import { moneyText } from '#web/ui/money.tsx';

import styles from './print-view.module.css';
import { kindName, type Transaction } from './transaction-words.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Activity as a page of paper: only in print, in place of the site. Opens the browser's print dialog by itself. */
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
  useEffect(() => {
    document.documentElement.dataset['printing'] = '';
    // Once the browser has drawn it; the dialog holds the page until it is closed.
    const frame = requestAnimationFrame(() => window.print());
    window.addEventListener('afterprint', onDone);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', onDone);
      delete document.documentElement.dataset['printing'];
    };
    // Once per opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const signed = rows.map((row) => (row.type === 'credit' ? row.amountPaid : -row.amountPaid));
  const total = (keep: (cents: number) => boolean): string =>
    moneyText(
      signed.filter(keep).reduce((sum, cents) => sum + cents, 0),
      true,
    );
  return createPortal(
    <section className={styles.paper} data-print-view>
      <header className={styles.head}>
        <h1>Satchel · Transactions</h1>
        <p>
          {user && `${user.firstname} ${user.lastname}, ${user.email}. `}
          {rows.length} {rows.length === 1 ? 'transaction' : 'transactions'}, printed {day.format(new Date())} UTC.
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
              <td>{day.format(Date.parse(row.updatedAt))}</td>
              {byEmail && <td>{row.email}</td>}
              <td>
                {row.description.startsWith(kindName(row.kind))
                  ? row.description
                  : `${kindName(row.kind)}: ${row.description}`}
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
    </section>,
    document.body,
  );
}
