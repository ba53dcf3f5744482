import { formatCents } from '#shared/money.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { countText, growthText, isNewThisWeek, type DashboardStats } from './admin-words.ts';
import styles from './stat-cards.module.css';

type Figure = {
  readonly label: string;
  readonly icon: IconName;
  readonly value: (stats: DashboardStats) => string;
  readonly growth: (stats: DashboardStats) => number;
  readonly isNew: (stats: DashboardStats) => boolean;
};

const figures: readonly Figure[] = [
  {
    label: 'Total Users',
    icon: 'users',
    value: (stats) => countText(stats.totalUsers),
    growth: (stats) => stats.usersGrowth,
    isNew: (stats) => isNewThisWeek(stats, stats.totalUsers, 'usersRegistered'),
  },
  {
    label: 'Total Cards',
    icon: 'card',
    value: (stats) => countText(stats.totalCards),
    growth: (stats) => stats.cardsGrowth,
    isNew: (stats) => isNewThisWeek(stats, stats.totalCards, 'cardsCreated'),
  },
  {
    label: 'Total Paid Invoices',
    icon: 'receipt',
    value: (stats) => countText(stats.totalPaidInvoices),
    growth: (stats) => stats.paidInvoicesGrowth,
    isNew: (stats) => isNewThisWeek(stats, stats.totalPaidInvoices, 'paidInvoices'),
  },
  {
    label: 'Total Funds',
    icon: 'wallet',
    value: (stats) => formatCents(stats.totalFunds),
    growth: (stats) => stats.fundsGrowth,
    // Funds begin with the first paid invoice.
    isNew: (stats) => stats.totalFunds > 0 && isNewThisWeek(stats, stats.totalPaidInvoices, 'paidInvoices'),
  },
];

/** Users, cards, paid invoices and funds, each with what the last week added. */
export function StatCards({ stats }: { readonly stats: DashboardStats | undefined }) {
  return (
    <ul className={styles.cards} aria-label="Platform statistics">
      {figures.map((figure) => (
        <li key={figure.label} className={styles.card}>
          <span className={styles.head}>
            <span className={styles.label}>{figure.label}</span>
            <Icon name={figure.icon} />
          </span>
          <span className={styles.value}>
            {stats ? figure.value(stats) : <Skeleton width="6rem" height="2.25rem" />}
          </span>
          <span className={styles.growth}>
            {stats ? <Growth value={figure.growth(stats)} isNew={figure.isNew(stats)} /> : <Skeleton width="8rem" />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Growth({ value, isNew }: { readonly value: number; readonly isNew: boolean }) {
  const text = isNew ? 'New' : growthText(value);
  const tone = isNew || text.startsWith('+') ? 'up' : text.startsWith('−') ? 'down' : 'level';
  return (
    <>
      <strong data-tone={tone}>
        {tone !== 'level' && <Icon name={tone === 'up' ? 'arrow-up-right' : 'arrow-down-left'} size={16} />}
        {text}
      </strong>
      <span>{isNew ? 'this week' : 'from last week'}</span>
    </>
  );
}
