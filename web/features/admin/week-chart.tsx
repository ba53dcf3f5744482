import { chartTicks, chartTop, countText, dayText, type DayStats } from './admin-words.ts';
import styles from './week-chart.module.css';

/** The counts of a day, in the order of its bars. */
export const series = [
  { key: 'usersRegistered', label: 'Users' },
  { key: 'cardsCreated', label: 'Cards' },
  { key: 'paidInvoices', label: 'Invoices' },
] as const satisfies readonly { key: keyof DayStats; label: string }[];

const width = 640;
const height = 260;
const ground = height - 28;
const ceiling = 8;
const left = 40;

/** Three bars a day over seven days. A picture: the table beside it has the same figures. */
export function WeekChart({ days }: { readonly days: readonly DayStats[] }) {
  const top = chartTop(days.flatMap((day) => series.map(({ key }) => day[key])));
  const y = (value: number): number => ground - (value / top) * (ground - ceiling);
  const dayWidth = (width - left) / Math.max(1, days.length);
  const barWidth = Math.min(22, dayWidth / 4.5);
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summaryOf(days)}>
        {chartTicks(top).map((value) => (
          <g key={value}>
            <line className={styles.line} x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text className={styles.tick} x={left - 8} y={y(value) + 4} textAnchor="end">
              {countText(value)}
            </text>
          </g>
        ))}
        {days.map((day, at) => {
          const middle = left + dayWidth * (at + 0.5);
          return (
            <g key={day.date} className={styles.day}>
              <title>{`${dayText(day.date, 'full')}: ${wordsOf(day)}`}</title>
              <rect className={styles.hover} x={middle - dayWidth / 2} y={0} width={dayWidth} height={ground} rx={8} />
              {series.map(({ key }, place) => (
                <rect
                  key={key}
                  className={styles.bar}
                  data-series={place + 1}
                  x={middle + (place - 1.5) * (barWidth + 3) + 1.5}
                  y={y(day[key])}
                  width={barWidth}
                  height={ground - y(day[key])}
                  rx={Math.min(4, (ground - y(day[key])) / 2)}
                />
              ))}
              <text className={styles.tick} x={middle} y={height - 8} textAnchor="middle">
                {dayText(day.date, 'short')}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className={styles.legend} aria-hidden="true">
        {series.map(({ key, label }, place) => (
          <span key={key}>
            <i className={styles.bar} data-series={place + 1} />
            {label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function wordsOf(day: Pick<DayStats, (typeof series)[number]['key']>): string {
  return series.map(({ key, label }) => `${label.toLowerCase()}: ${countText(day[key])}`).join(', ');
}

function summaryOf(days: readonly DayStats[]): string {
  const total = (key: (typeof series)[number]['key']): number => days.reduce((sum, day) => sum + day[key], 0);
  const sums = {
    usersRegistered: total('usersRegistered'),
    cardsCreated: total('cardsCreated'),
    paidInvoices: total('paidInvoices'),
  };
  return `Bar chart of the last 7 days: ${wordsOf(sums)} in all. The table has each day’s numbers.`;
}
