import { useNews } from '#web/lib/use-news.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';

import { depositNews, listedStage, type ActivityLine } from './deposit-news.ts';
import type { DepositStage } from './deposit-stage.ts';
import styles from './open-deposits-panel.module.css';

const lines: Partial<Record<DepositStage, string>> = {
  waiting: 'Waiting for payment',
  partial: 'Part of it arrived',
  confirming: 'Being confirmed',
  review: 'Under review',
};

/** The deposits in which something is still expected: of the network, their owner or a review. */
export function openDeposits(transactions: readonly ActivityLine[]): readonly ActivityLine[] {
  return transactions.filter((each) => each.kind === 'deposit' && lines[listedStage(each)] !== undefined);
}

/** The deposits on their way into the balance, each with its stage; or how to add money, when there is none. */
export function OpenDepositsPanel({
  transactions,
  hasFailed,
  onOpen,
  onAdd,
}: {
  readonly transactions: readonly ActivityLine[] | undefined;
  /** True when the activity could not be read: its list says so, and offers to try again. */
  readonly hasFailed: boolean;
  readonly onOpen: (id: string) => void;
  readonly onAdd: () => void;
}) {
  const news = useNews(transactions, depositNews);
  const open = transactions ? openDeposits(transactions) : hasFailed ? [] : undefined;
  return (
    <Panel title="Deposits" busy={!open || undefined}>
      {/* Not in the rows: text in a button is not announced, and the row of an ended deposit is gone. */}
      <p role="status" className="visually-hidden">
        {news}
      </p>
      {!open && <Skeleton height="8.5rem" radius={12} />}
      {open?.length === 0 && <HowToAdd onAdd={onAdd} />}
      {open && open.length > 0 && (
        <ul className={styles.list} aria-label="Open deposits">
          {open.map((deposit) => (
            <li key={deposit._id}>
              <button type="button" className={styles.deposit} onClick={() => onOpen(deposit._id)}>
                <span className={styles.wait}>
                  <Spinner size={20} />
                </span>
                <span className={styles.what}>
                  <span className={styles.head}>
                    <span className={styles.name}>{deposit.description}</span>
                    <span className={styles.amount}>
                      <Money cents={deposit.amount} />
                    </span>
                  </span>
                  <span className={styles.line}>
                    {lines[listedStage(deposit)]} · <Time iso={deposit.createdAt} />
                  </span>
                </span>
                <Icon name="chevron-right" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function HowToAdd({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <div className={styles.how}>
      <ol className={styles.steps}>
        <li>Choose one of 20 coins and its network.</li>
        <li>Enter an amount in US dollars.</li>
        <li>Send the payment, and watch it arrive here.</li>
      </ol>
      <Button variant="secondary" block icon={<Icon name="plus" size={18} />} onClick={onAdd}>
        Add Money
      </Button>
    </div>
  );
}
