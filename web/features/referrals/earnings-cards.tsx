import { Button } from '#web/ui/button.tsx';
import { useWrite } from '#web/lib/use-api.ts';
import { toastUnlessInPlace } from '#web/ui/error-in-place.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';
import { useState, type ReactNode } from 'react';
import styles from './earnings-cards.module.css';
import { payoutProgress } from './payout-progress.ts';
import { useReferralStats } from './use-referrals.ts';

/** Total Earnings, Available to Withdraw, Next Payout. */
export function EarningsCards() {
  const { data: stats, error, mutate } = useReferralStats();
  const toast = useToast();
  // Between the request's reply and the earnings read after it, "Withdraw" would look free again.
  const [readingAgain, setReadingAgain] = useState(false);
  const withdraw = useWrite('referrals.withdraw', {
    refresh: ['referrals', 'user', 'transactions.list'],
    onSuccess: (reply) => {
      toast.success(reply.message);
      setReadingAgain(true);
      void mutate().finally(() => setReadingAgain(false));
    },
    about: '',
    onError: (failure) => toastUnlessInPlace(toast, failure),
  });
  if (!stats && error) return <LoadFailure error={error} onRetry={() => void mutate()} />;
  const pending = stats?.pendingRequest;
  const progress = stats && payoutProgress(stats.remainingToNextPayout);
  return (
    <div className={styles.cards} aria-busy={!stats || undefined}>
      <Figure title="Total Earnings" icon="chart" cents={stats?.totalEarnings}>
        {stats && (
          <p className="muted">
            <Money cents={stats.totalWithdrawn} /> withdrawn so far
          </p>
        )}
      </Figure>
      <Figure title="Available to Withdraw" icon="wallet" cents={stats?.withdrawableAmount}>
        {pending && (
          <p className={styles.pending} role="status">
            <Icon name="clock" size={16} />
            <span>
              <Money cents={pending.amount} /> requested <Time iso={pending.requestedAt} />. It reaches your balance
              within the hour.
            </span>
          </p>
        )}
        <Button
          size="sm"
          className={styles.withdraw}
          busy={withdraw.busy || readingAgain}
          disabled={!stats || stats.withdrawableAmount === 0 || pending !== null}
          onClick={() => void withdraw.run({})}
        >
          Withdraw
        </Button>
        <WriteOutcome
          write={withdraw}
          refused="Nothing was withdrawn"
          checking="Checking whether the withdrawal was requested…"
        />
      </Figure>
      <Figure
        title="Next Payout"
        icon="gift"
        figure={progress && <span className="num">{progress.percent}%</span>}
        cents={undefined}
      >
        {progress && (
          <>
            <Progress value={progress.percent} label="Progress to the next payout" />
            <p className={progress.percent === 100 ? styles.ready : 'muted'}>{progress.text}</p>
          </>
        )}
      </Figure>
    </div>
  );
}

function Figure({
  title,
  icon,
  cents,
  figure,
  children,
}: {
  readonly title: string;
  readonly icon: IconName;
  readonly cents: number | undefined;
  /** In place of an amount. */
  readonly figure?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Panel className={styles.card}>
      <h2 className={styles.title}>
        <span className={styles.icon}>
          <Icon name={icon} size={18} />
        </span>
        {title}
      </h2>
      <p className={styles.figure}>
        {figure ?? (cents === undefined ? <Skeleton width="6rem" /> : <Money cents={cents} />)}
      </p>
      {children}
    </Panel>
  );
}
