import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';

import { countText, dayText, type DayStats } from './admin-words.ts';
import { series, WeekChart } from './week-chart.tsx';
import styles from './week-panel.module.css';

const columns: readonly Column<DayStats>[] = [
  { key: 'date', header: 'Date', cell: (day) => dayText(day.date, 'full') },
  ...series.map(({ key, label }) => ({
    key,
    header: label,
    align: 'end' as const,
    cell: (day: DayStats) => <span className="num">{countText(day[key])}</span>,
  })),
];

/** The last seven days: as a chart, and the same numbers as a table. */
export function WeekPanel({ days }: { readonly days: readonly DayStats[] | undefined }) {
  return (
    <Panel title="Last 7 days" busy={!days || undefined}>
      <div className={styles.week}>
        {days ? <WeekChart days={days} /> : <Skeleton height="100%" radius={12} />}
        <div className={styles.table}>
          <DataTable
            caption="Activity of the last 7 days"
            columns={columns}
            rows={days?.toReversed()}
            rowKey={(day) => day.date}
            loading={!days}
            loadingRows={7}
          />
        </div>
      </div>
    </Panel>
  );
}
