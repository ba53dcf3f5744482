import { chartTicks, chartTop, dayText } from '#web/features/admin/admin-words.ts';
import styles from '#web/features/admin/week-chart.module.css';

import { classNames } from '#web/ui/class-names.ts';

import floatStyles from './float-chart.module.css';
import { axisText, chartSummary, type FloatHour } from './float-words.ts';

const width = 640;
const height = 260;
const ground = height - 28;
const ceiling = 8;
const left = 80;
const hourMs = 60 * 60_000;
const hoursShown = 7 * 24;

/** The lowest balance of each hour over seven days, above the floor. A picture: the table beside it has the days. */
export function FloatChart({ hours, floor, now }: { hours: readonly FloatHour[]; floor: number; now: number }) {
  const dollars = [floor, ...hours.map(({ lowest }) => lowest ?? 0)].map((amount) => Math.ceil(amount / 100));
  const top = chartTop(dollars) * 100;
  const y = (amount: number): number => ground - (Math.max(0, amount) / top) * (ground - ceiling);
  const firstMs = Math.floor(now / hourMs) * hourMs - (hoursShown - 1) * hourMs;
  const hourWidth = (width - left) / hoursShown;
  const x = (at: number): number => left + ((at - firstMs) / hourMs) * hourWidth;
  const midnights = Array.from(
    { length: 7 },
    (_, day) => Math.ceil(firstMs / (24 * hourMs)) * 24 * hourMs + day * 24 * hourMs,
  );
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={chartSummary(hours, floor)}>
        {chartTicks(top / 100).map((value) => (
          <g key={value}>
            <line className={styles.line} x1={left} x2={width} y1={y(value * 100)} y2={y(value * 100)} />
            <text className={styles.tick} x={left - 8} y={y(value * 100) + 4} textAnchor="end">
              {axisText(value * 100)}
            </text>
          </g>
        ))}
        {hours.map(({ hour, lowest }) =>
          lowest === null || Date.parse(hour) < firstMs ? null : (
            <rect
              key={hour}
              className={styles.bar}
              data-series={1}
              x={x(Date.parse(hour))}
              y={y(lowest)}
              width={hourWidth + 0.2}
              height={ground - y(lowest)}
            />
          ),
        )}
        <line className={floatStyles.floor} x1={left} x2={width} y1={y(floor)} y2={y(floor)} />
        {midnights.map((at, place) => {
          const noon = x(at) + 12 * hourWidth;
          const isToday = place === midnights.length - 1;
          return (
            <text
              key={at}
              className={classNames(
                styles.tick,
                (midnights.length - 1 - place) % 2 === 1 && floatStyles.wide,
                // The day is too young for its name beside yesterday's.
                isToday && x(at) > width - 30 && floatStyles.narrow,
              )}
              x={isToday ? width : noon}
              y={height - 8}
              textAnchor={isToday ? 'end' : 'middle'}
            >
              {dayText(new Date(at).toISOString(), 'short')}
            </text>
          );
        })}
      </svg>
      <figcaption className={styles.legend} aria-hidden="true">
        <span>
          <i className={styles.bar} data-series={1} />
          Balance
        </span>
        <span>
          <i className={floatStyles.mark} />
          Floor
        </span>
      </figcaption>
    </figure>
  );
}
