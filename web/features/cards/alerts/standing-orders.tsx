import { Icon } from '#web/ui/icon.tsx';

import type { Card } from '../card-words.ts';
import type { CardDialog } from '../use-card-dialog.ts';
import { alertWords, autoLoadState, lowBalanceState } from './alert-words.ts';
import styles from './standing-orders.module.css';

/** The alert and the auto-load of a card, each with its state; a press opens its dialog. */
export function StandingOrders({
  card,
  onOpen,
}: {
  readonly card: Card;
  readonly onOpen: (dialog: CardDialog) => void;
}) {
  const rows = [
    { kind: 'low-balance', label: alertWords.alert, state: lowBalanceState(card) },
    { kind: 'auto-load', label: alertWords.autoLoad, state: autoLoadState(card) },
  ] as const;
  return (
    <ul className={styles.rows}>
      {rows.map(({ kind, label, state }) => (
        <li key={kind}>
          <button type="button" className={styles.row} onClick={() => onOpen({ kind })}>
            <span>{label}</span>
            <span className={styles.state}>{state}</span>
            <span className={styles.more}>
              <Icon name="chevron" size={18} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
