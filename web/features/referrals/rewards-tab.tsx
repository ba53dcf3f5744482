import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';
import { eventWords, stageAppearance, type Reward } from './reward-words.ts';
import styles from './rewards-tab.module.css';
import { useReferralSummary } from './use-referrals.ts';

/** The bonus of one's own first card, and every reward with its stage and the reason for it. */
export function RewardsTab({
  isActive,
  onLearnMore,
}: {
  /** True when the link can be used. */
  readonly isActive: boolean;
  readonly onLearnMore: () => void;
}) {
  const { summary, error, retry, needMore } = useReferralSummary();
  if (!summary && error) return <LoadFailure error={error} onRetry={retry} />;
  const bonus = summary?.firstCardCreationReward;
  return (
    <div className={styles.rewards}>
      {bonus?.earned && bonus.amount > 0 && (
        <Notice tone="success" title="First card bonus earned">
          <p>{formatCents(bonus.amount)} was added to your balance when you created your first card.</p>
        </Notice>
      )}
      {bonus && !bonus.earned && bonus.amount > 0 && (
        <Notice tone="info" title={`${formatCents(bonus.amount)} Credit Pending`}>
          <p>Create your first card to unlock your {formatCents(bonus.amount)} referral bonus!</p>
        </Notice>
      )}
      <DataTable
        caption="Rewards"
        columns={columns}
        rows={summary?.referrals}
        rowKey={(row) => row._id}
        loading={!summary}
        pageSize={limits.tableRowsPerPage}
        onNeedMore={needMore}
        empty={
          <EmptyState
            icon="users"
            title="No rewards yet"
            text={
              isActive
                ? 'Share your link: the first friend who signs up shows here.'
                : 'Sign-ups count while your link is active.'
            }
            action={
              <Button variant="secondary" onClick={onLearnMore}>
                Learn more
              </Button>
            }
          />
        }
      />
    </div>
  );
}

const columns: readonly Column<Reward>[] = [
  { key: 'date', header: 'Date', cell: (row) => <Time iso={row.createdAt} as="date" /> },
  { key: 'user', header: 'Referred User', cell: (row) => emailWords(row.refferedUseremail) },
  { key: 'event', header: 'Event', cell: (row) => <Event reward={row} /> },
  { key: 'reward', header: 'Reward', align: 'end', cell: (row) => <Worth reward={row} /> },
];

function Event({ reward }: { readonly reward: Reward }) {
  return (
    <div className={styles.event}>
      <span>{eventWords[reward.event]}</span>
      <span className={styles.reason}>{reward.reason}</span>
    </div>
  );
}

function Worth({ reward }: { readonly reward: Reward }) {
  const { label, tone } = stageAppearance(reward.stage);
  return (
    <div className={styles.worth}>
      <Badge tone={tone}>{label}</Badge>
      <Money
        cents={reward.referrerUserReward}
        signed
        tone={reward.stage === 'matured' ? 'credit' : reward.stage === 'cancelled' ? 'muted' : 'plain'}
      />
    </div>
  );
}
