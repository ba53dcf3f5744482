import listStyles from '#web/features/admin/admin-list.module.css';
import { dayText } from '#web/features/admin/admin-words.ts';
import cardStyles from '#web/features/admin/stat-cards.module.css';
import weekStyles from '#web/features/admin/week-panel.module.css';
import { useRead } from '#web/lib/use-api.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money, moneyText } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';
import { useNow } from '#web/ui/use-now.ts';

import styles from './float-chart.module.css';
import { FloatChart } from './float-chart.tsx';
import {
  daysOf,
  outflowAbout,
  runwayAbout,
  runwayText,
  warningOf,
  type FloatDay,
  type FloatReport,
} from './float-words.ts';

const refreshedEveryMs = 60_000;

const figures: readonly {
  readonly label: string;
  readonly icon: IconName;
  readonly value: (report: FloatReport) => string;
  readonly about: (report: FloatReport) => string;
}[] = [
  {
    label: 'Balance',
    icon: 'wallet',
    value: ({ balance }) => (balance === null ? '—' : moneyText(balance)),
    about: ({ held }) => `${moneyText(held)} of it under way`,
  },
  {
    label: 'Room',
    icon: 'card',
    value: ({ room, balance }) => (balance === null ? '—' : moneyText(room)),
    about: ({ floor }) => `above the floor of ${moneyText(floor)}`,
  },
  {
    label: 'Daily Outflow',
    icon: 'arrow-up-right',
    value: ({ meanDailyOut }) => moneyText(meanDailyOut),
    about: outflowAbout,
  },
  { label: 'Runway', icon: 'clock', value: runwayText, about: runwayAbout },
];

const columns: readonly Column<FloatDay>[] = [
  { key: 'date', header: 'Date', cell: (day) => dayText(day.date, 'full') },
  {
    key: 'lowest',
    header: 'Lowest',
    align: 'end',
    cell: (day) => (day.lowest === null ? '—' : <Money cents={day.lowest} />),
  },
  { key: 'out', header: 'Net outflow', align: 'end', cell: (day) => <Money cents={day.out} /> },
];

/** /admin/float: our float at the card issuer, its runway, and whether loads are refused for it. */
export function FloatPage() {
  const now = useNow();
  const { data: report, error, mutate } = useRead('admin.float', {}, { refreshInterval: refreshedEveryMs });
  if (!report && error) return <LoadFailure error={error} onRetry={() => void mutate()} />;
  const warning = report && warningOf(report);
  return (
    <div className={listStyles.page} aria-busy={!report || undefined}>
      <div className={listStyles.head}>
        <h1>Float</h1>
        {report?.at && (
          <p className="muted">
            Read <Time iso={report.at} />
          </p>
        )}
      </div>
      {warning && (
        <Notice tone={warning.tone} title={warning.title} live>
          <p>{warning.text}</p>
          {report.breaker === 'open' && report.breakerSince && (
            <p>
              At its floor since <Time iso={report.breakerSince} as="date-time" />.
            </p>
          )}
        </Notice>
      )}
      <ul className={cardStyles.cards} aria-label="Float">
        {figures.map(({ label, icon, value, about }) => (
          <li key={label} className={cardStyles.card}>
            <span className={cardStyles.head}>
              <span className={cardStyles.label}>{label}</span>
              <Icon name={icon} />
            </span>
            <span className={cardStyles.value}>
              {report ? (
                <span className={styles.figure}>{value(report)}</span>
              ) : (
                <Skeleton width="6rem" height="2.25rem" />
              )}
            </span>
            <span className={cardStyles.growth}>{report ? about(report) : <Skeleton width="8rem" />}</span>
          </li>
        ))}
      </ul>
      <Panel title="Last 7 days" busy={!report || undefined}>
        <div className={weekStyles.week}>
          {report ? (
            <FloatChart hours={report.hours} floor={report.floor} now={now} />
          ) : (
            <Skeleton height="100%" radius={12} />
          )}
          <div className={weekStyles.table}>
            <DataTable
              caption="Float of the last 7 days"
              columns={columns}
              rows={report && daysOf(report.hours)}
              rowKey={(day) => day.date}
              loading={!report}
              loadingRows={7}
              empty={<p className="muted">Nothing read yet.</p>}
            />
          </div>
        </div>
      </Panel>
    </div>
  );
}
