import { formatCents } from '#shared/money.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Progress } from '#web/ui/progress.tsx';

import type { Card } from './card-words.ts';
import styles from './limits-panel.module.css';

/** The card's spending of its month, and its other limits. */
export function LimitsPanel({ card }: { readonly card: Card }) {
  const { monthlySpend, spentThisMonth, transaction, balance } = card.limits;
  return (
    <Panel title="Limits">
      <div className={styles.limits}>
        <div className={styles.month}>
          <p className={styles.spent}>
            <strong>{formatCents(spentThisMonth)}</strong> of {formatCents(monthlySpend)} spent this month
          </p>
          <Progress
            value={spentThisMonth}
            max={monthlySpend}
            label={`${formatCents(spentThisMonth)} of ${formatCents(monthlySpend)} spent this month`}
          />
          <p className="muted">Resets on the 1st (UTC).</p>
        </div>
        <dl className={styles.others}>
          <div>
            <dt>Per transaction</dt>
            <dd>{formatCents(transaction)}</dd>
          </div>
          <div>
            <dt>Maximum balance</dt>
            <dd>{formatCents(balance)}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}
