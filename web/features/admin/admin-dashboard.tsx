import { Link } from '#web/navigation/router.tsx';

import { href, paths } from '#web/navigation/paths.ts';
import { useRead } from '#web/lib/use-api.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';

import styles from './admin-dashboard.module.css';
import type { DashboardStats } from './admin-words.ts';
import { ActivityTable } from './activity-table.tsx';
import { StatCards } from './stat-cards.tsx';
import { WeekPanel } from './week-panel.tsx';

type TopUser = DashboardStats['top5Users'][number];

const shownRows = 5;
const refreshedEveryMs = 30_000;

/** The platform at a glance: four figures with their growth, the week, who deposited most, and the latest activity. */
export function AdminDashboard() {
  const { data: stats, error, mutate } = useRead('admin.dashboard', {}, { refreshInterval: refreshedEveryMs });
  if (!stats && error) {
    return <LoadFailure error={error} onRetry={() => void mutate()} />;
  }
  return (
    <div className={styles.dashboard} aria-busy={!stats || undefined}>
      <StatCards stats={stats} />
      <WeekPanel days={stats?.last7daysStats} />
      <div className={styles.columns}>
        <Panel
          title="Recent transactions"
          action={
            <LinkButton to={paths.transactions} variant="secondary" size="sm">
              All transactions
            </LinkButton>
          }
        >
          <ActivityTable
            caption="Recent transactions"
            rows={stats?.recentTransactions.slice(0, shownRows)}
            loading={!stats}
            loadingRows={shownRows}
            empty={<p className="muted">No transactions yet.</p>}
          />
        </Panel>
        <Panel
          title="Top users"
          action={
            <LinkButton to={paths.users} variant="secondary" size="sm">
              All users
            </LinkButton>
          }
        >
          <DataTable
            caption="Top users"
            columns={topColumns}
            rows={stats?.top5Users.slice(0, shownRows)}
            rowKey={(row) => row._id}
            loading={!stats}
            loadingRows={shownRows}
            empty={<p className="muted">No deposits yet.</p>}
          />
        </Panel>
      </div>
    </div>
  );
}

const topColumns: readonly Column<TopUser>[] = [
  {
    key: 'email',
    header: 'Email',
    cell: (row) => (
      <Link to={href.user(row._id)} className={styles.email}>
        <EmailText email={emailWords(row.email)} />
      </Link>
    ),
  },
  { key: 'load', header: 'Deposited', align: 'end', cell: (row) => <Money cents={row.accountLoad} /> },
];
