import type { ReactNode } from 'react';

import { useWrite } from '#web/lib/use-api.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';

import { CountdownClock } from './countdown-clock.tsx';
import { canBePaid, isOpen, type Deposit, type DepositId, type DepositStage } from './deposit-stage.ts';
import { depositWords, networkName } from './deposit-words.ts';
import styles from './deposit-timeline.module.css';
import { explorerUrl } from './network-facts.ts';
import { PayBox } from './pay-box.tsx';
import { timelineSteps, type TimelineStep } from './timeline-steps.ts';
import { useDeposit } from './use-deposit.ts';

type Props = {
  readonly depositId: DepositId;
  /** The next actions once the money is there: buttons of the component that shows this. */
  readonly whenCredited?: ReactNode;
  readonly onNewQuote?: ((ended: Deposit) => void) | undefined;
  /** Called after the owner canceled the deposit. */
  readonly onCanceled?: (() => void) | undefined;
};

/** One deposit from the link to the balance: what is expected, how to pay it, what happened, and what to do now. */
export function DepositTimeline({ depositId, whenCredited, onNewQuote, onCanceled }: Props) {
  const { deposit, stage, error, retry } = useDeposit(depositId);
  const { data: user } = useUser();
  const owes = user !== undefined && user.balance < 0;
  const now = useNow(stage === 'waiting' || stage === 'partial' ? 1000 : undefined);
  if (!deposit || !stage) return error ? <LoadFailure error={error} onRetry={retry} /> : <TimelineSkeleton />;
  const words = depositWords(deposit, now, owes);
  const hasEnded = deposit.expiresAt !== null && Date.parse(deposit.expiresAt) <= now;
  const isCanceled = deposit.canceledAt !== null;
  const canPay = canBePaid(deposit, now);
  const needsQuote = stage === 'expired' || stage === 'failed' || (stage === 'waiting' && hasEnded);
  return (
    <div className={styles.timeline}>
      <div className={styles.status} data-tone={toneOf(stage)}>
        <span className={styles.mark}>
          {isOpen(stage) && !isCanceled ? <Spinner size={22} /> : <Icon name={iconOf(stage)} size={22} />}
        </span>
        <div role="status">
          <p className={styles.title}>{words.title}</p>
          <p className={styles.text}>{words.text}</p>
        </div>
      </div>
      {stage === 'credited' && user && (
        <p className={styles.balance}>
          <span>New balance</span>
          <strong>
            <Money cents={user.balance} />
          </strong>
        </p>
      )}
      {canPay && deposit.expiresAt !== null && <CountdownClock endsAt={deposit.expiresAt} now={now} />}
      {canPay && <PayBox deposit={deposit} />}
      <ol className={styles.steps} aria-label="Timeline">
        {timelineSteps(deposit).map((step) => (
          <StepLine key={step.id} step={step} />
        ))}
      </ol>
      <div className={styles.reference}>
        <span>
          Reference <code>{deposit.tid}</code>
        </span>
        <CopyButton value={deposit.tid} label="Copy reference" variant="ghost" />
      </div>
      <TransferLink deposit={deposit} />
      {stage === 'credited' && !owes && whenCredited}
      {needsQuote && onNewQuote && <Button onClick={() => onNewQuote(deposit)}>Get a new quote</Button>}
      {stage === 'waiting' && !isCanceled && onCanceled && (
        <CancelDeposit depositId={depositId} onCanceled={onCanceled} />
      )}
    </div>
  );
}

/** Hides an unpaid deposit. Asks no question first, because money that was already sent still counts. */
function CancelDeposit({ depositId, onCanceled }: { readonly depositId: DepositId; readonly onCanceled: () => void }) {
  const toast = useToast();
  const cancel = useWrite('transactions.cancel', {
    refresh: ['transactions.list', 'transactions.read'],
    onSuccess: () => {
      toast.success('Deposit canceled. If you already sent money, it still counts.');
      onCanceled();
    },
    onError: (error) => toast.error(error),
  });
  return (
    <Button variant="ghost" busy={cancel.busy} onClick={() => void cancel.run({ params: { id: depositId } })}>
      Cancel deposit
    </Button>
  );
}

/** The transfer at a public explorer of its network, where anybody sees how far it is. */
function TransferLink({ deposit }: { readonly deposit: Deposit }) {
  const url = deposit.txid === null ? undefined : explorerUrl(deposit.network, deposit.txid);
  if (url === undefined) return null;
  return (
    <a className={styles.transfer} href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="external" size={16} />
      See the payment on {networkName(deposit.network)}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

function StepLine({ step }: { readonly step: TimelineStep }) {
  return (
    <li className={styles.step} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
      <span className={styles.dot}>
        {step.state === 'done' && <Icon name="check" size={14} />}
        {step.state === 'problem' && <Icon name="close" size={14} />}
      </span>
      <span>{step.label}</span>
      {step.at !== undefined && (
        <span className={styles.at}>
          <Time iso={step.at} />
        </span>
      )}
    </li>
  );
}

function toneOf(stage: DepositStage): 'good' | 'bad' | 'attention' | 'neutral' {
  if (stage === 'credited' || stage === 'refunded') return 'good';
  if (stage === 'failed' || stage === 'refund-failed') return 'bad';
  return stage === 'partial' || stage === 'expired' || stage === 'review' ? 'attention' : 'neutral';
}

function iconOf(stage: DepositStage): IconName {
  if (stage === 'credited' || stage === 'refunded') return 'check';
  if (stage === 'expired') return 'clock';
  return stage === 'refunding' ? 'repeat' : stage === 'review' ? 'lock' : 'alert';
}

function TimelineSkeleton() {
  return (
    <div className={styles.timeline} aria-busy="true">
      <Skeleton height="4.5rem" radius={12} />
      <Skeleton height="12rem" radius={12} />
      <Skeleton height="6rem" radius={12} />
    </div>
  );
}
