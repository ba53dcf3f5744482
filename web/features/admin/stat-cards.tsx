import { formatCents } from '#shared/money.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { countText, growthText, type DashboardStats } from './admin-words.ts';
import styles from './stat-cards.module.css';

type Figure = {
  readonly label: string;
  readonly icon: IconName;
  readonly value: (stats: DashboardStats) => string;
  readonly growth: (stats: DashboardStats) => number;
};

const figures: readonly Figure[] = [
  {
    label: 'Total Users',
    icon: 'users',
    value: (stats) => countText(stats.totalUsers),
    growth: (stats) => stats.usersGrowth,
  },
  {
    label: 'Total Cards',
    icon: 'card',
    value: (stats) => countText(stats.totalCards),
    growth: (stats) => stats.cardsGrowth,
  },
  {
    label: 'Total Paid Invoices',
    icon: 'receipt',
    value: (stats) => countText(stats.totalPaidInvoices),
    growth: (stats) => stats.paidInvoicesGrowth,
  },
  {
    label: 'Total Funds',
    icon: 'wallet',
    value: (stats) => formatCents(stats.totalFunds),
    growth: (stats) => stats.fundsGrowth,
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
            {stats ? <Growth value={figure.growth(stats)} /> : <Skeleton width="8rem" />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Growth({ value }: { readonly value: number }) {
  const text = growthText(value);
  const tone = text.startsWith('+') ? 'up' : text.startsWith('−') ? 'down' : 'level';
  return (
    <>
      <strong data-tone={tone}>
        {tone !== 'level' && <Icon name={tone === 'up' ? 'arrow-up-right' : 'arrow-down-left'} size={16} />}
        {text}
      </strong>
      <span>from last week</span>
    </>
  );
}
