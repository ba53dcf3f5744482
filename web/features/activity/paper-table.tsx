import { useState } from 'react';

import { useUser } from '#web/session/use-user.ts';
import styles from '#web/ui/paper.module.css';
import { Paper } from '#web/ui/paper.tsx';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * A table as a page of paper, printed at once. The first column, headed Date, is moments as ISO texts, shown by the
 * person's own clock as on the screen; the column `reference` is set small, and the last `sums` columns are amounts.
 */
export function PaperTable({
  title,
  about,
  head,
  rows,
  reference,
  sums,
  onDone,
}: {
  readonly title: string;
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly reference: number;
  readonly sums: number;
  readonly onDone: () => void;
}) {
  const { data: user } = useUser();
  const [printedAt] = useState(() => new Date());
  const classOf = (column: number) =>
    column === reference ? styles.reference : column > head.length - sums ? styles.sum : undefined;
  return (
    <Paper onDone={onDone}>
      <div className={styles.list}>
        <header className={styles.head}>
          <h1>Satchel · {title}</h1>
          <p>
            {user && `${user.firstname} ${user.lastname}, ${user.email}. `}Printed {moment.format(printedAt)}. Times are
            in {moment.resolvedOptions().timeZone}.
          </p>
          <p>{about}</p>
        </header>
        <table className={styles.table}>
          <thead>
            <tr>
              {['Date', ...head].map((each, column) => (
                <th key={each} className={classOf(column)}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // Printed lines never move.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={head[column - 1]} className={classOf(column)}>
                    {column === 0 ? moment.format(Date.parse(cell)) : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Paper>
  );
}
