import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';

import styles from './card-summary.module.css';
import { statusLabel, type Card } from './card-words.ts';

/** The card's balance, whether it works, and why not when it does not. */
export function CardSummary({ card }: { readonly card: Card }) {
  const isActive = card.status === 'active';
  return (
    <div className={styles.summary}>
      <div>
        <p className="muted">Card balance</p>
        <p className={styles.balance}>
          <Money cents={card.balance} />
        </p>
      </div>
      <div className={styles.status} role="status">
        <Badge tone={isActive ? 'green' : 'red'}>{statusLabel(card)}</Badge>
        {!isActive && card.statusReason !== null && <p>{card.statusReason}</p>}
      </div>
    </div>
  );
}
