import { formatCents } from '#shared/money.ts';
import { Panel } from '#web/ui/panel.tsx';

import { countText, type UserStats } from './admin-words.ts';
import styles from './user-statistics.module.css';

/** The person's use of the platform, and the platform's earnings by it. */
export function UserStatistics({ stats }: { readonly stats: UserStats }) {
  const { cards, transactions, referrals } = stats;
  return (
    <div className={styles.figures}>
      <Statistics
        title="Cards"
        figures={[
          ['Cards created', countText(cards.cardsCreated)],
          ['Active cards', countText(cards.activeCards)],
          ['Total card balance', formatCents(cards.totalCardBalance)],
        ]}
      />
      <Statistics
        title="Revenue"
        figures={[
          ['Earned from card creation', formatCents(transactions.earnedFromCardCreation)],
          ['Earned from funding fees', formatCents(transactions.earnedFromFundingFees)],
          ['Total revenue', formatCents(transactions.totalRevenue)],
        ]}
      />
      <Statistics
        title="Referrals"
        figures={[
          ['Total referrals', countText(referrals.totalReferrals)],
          ['Total referral earning', formatCents(referrals.totalReferralEarning)],
          ['Total referral withdrawn', formatCents(referrals.totalReferralWithdrawn)],
        ]}
      />
    </div>
  );
}

function Statistics({
  title,
  figures,
}: {
  readonly title: string;
  readonly figures: readonly (readonly [label: string, value: string])[];
}) {
  return (
    <Panel title={title}>
      <dl className={styles.list}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
