import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';

import styles from './history-list.module.css';
import { byDay, feeSplit, historyDetail, historyTitle, stateBadge, type HistoryRow } from './history-words.ts';

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** Lines by day. Each opens its details. */
export function HistoryList({
  rows,
  onOpen,
}: {
  readonly rows: readonly HistoryRow[];
  readonly onOpen: (id: string) => void;
}) {
  return (
    <div className={styles.days}>
      {byDay(rows).map(({ day, rows: lines }) => (
        <section key={`${day} ${lines[0]?._id}`} aria-label={day}>
          <h2 className={styles.day}>{day}</h2>
          <ul className={styles.lines}>
            {lines.map((row) => (
              <li key={row._id}>
                <Line row={row} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Line({ row, onOpen }: { readonly row: HistoryRow; readonly onOpen: (id: string) => void }) {
  const badge = stateBadge(row);
  const isOff = row.state === 'declined' || row.state === 'failed';
  const details = [feeSplit(row), historyDetail(row), time.format(Date.parse(row.createdAt))];
  return (
    <button type="button" className={styles.line} onClick={() => onOpen(row._id)}>
      <span className={styles.title}>{historyTitle(row)}</span>
      <span className={styles.amount} data-off={isOff || undefined}>
        <Money cents={row.amount} signed tone={row.booked === 0 ? 'muted' : 'auto'} />
      </span>
      <span className={styles.detail} data-alone={!badge || undefined}>
        {details.filter(Boolean).join(' · ')}
      </span>
      {badge && (
        <span className={styles.badge}>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </span>
      )}
    </button>
  );
}
