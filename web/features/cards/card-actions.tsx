import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

import styles from './card-actions.module.css';
import type { Card } from './card-words.ts';

/** What can be done with the card now. */
export function CardActions({
  card,
  isBusy,
  onLoad,
  onFreeze,
  onUnfreeze,
  onPrepare,
}: {
  readonly card: Card;
  readonly isBusy: boolean;
  readonly onLoad: () => void;
  readonly onFreeze: () => void;
  readonly onUnfreeze: () => void;
  /** Called when a dialog is likely to be wanted. */
  readonly onPrepare: () => void;
}) {
  return (
    <div className={styles.actions} onPointerEnter={onPrepare} onFocus={onPrepare}>
      <Button icon={<Icon name="plus" size={18} />} disabled={card.status !== 'active'} onClick={onLoad}>
        Load Money
      </Button>
      {card.status === 'active' && (
        <Button variant="secondary" icon={<Icon name="snowflake" size={18} />} disabled={isBusy} onClick={onFreeze}>
          Freeze
        </Button>
      )}
      {card.status === 'freezed' && (
        <Button variant="secondary" icon={<Icon name="bolt" size={18} />} disabled={isBusy} onClick={onUnfreeze}>
          Unfreeze
        </Button>
      )}
    </div>
  );
}
