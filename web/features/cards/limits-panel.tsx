import { formatCents } from '#shared/money.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import type { Card } from './card-words.ts';
import styles from './limits-panel.module.css';

/**
 * The card's spending this month, and its other limits. Without a card the panel has the same height, and the document
 * writes its early reads into it before any script is here (`build/page-outlines.ts`).
 */
export function LimitsPanel({ card }: { readonly card?: Card }) {
  const limits = card?.limits;
  const spent = limits && formatCents(limits.spentThisMonth);
  const ofMonth = limits && ` of ${formatCents(limits.monthlySpend)} spent this month`;
  return (
    <Panel title="Limits">
      <div className={styles.limits}>
        <div className={styles.month}>
          <p className={styles.spent}>
            <strong data-fact="spent">{spent ?? <Skeleton width="5rem" />}</strong>
            <span data-fact="ofMonth">{ofMonth}</span>
          </p>
          <Progress
            value={limits?.spentThisMonth ?? 0}
            max={limits?.monthlySpend ?? 100}
            label={limits ? `${spent}${ofMonth}` : 'Spent this month'}
          />
          <p className="muted">Resets on the 1st (UTC).</p>
        </div>
        {limits ? (
          <dl className={styles.others}>
            <div>
              <dt>Per transaction</dt>
              <dd>{formatCents(limits.transaction)}</dd>
            </div>
            <div>
              <dt>Maximum balance</dt>
              <dd>{formatCents(limits.balance)}</dd>
            </div>
          </dl>
        ) : (
          <Skeleton height="4.75rem" />
        )}
      </div>
    </Panel>
  );
}
