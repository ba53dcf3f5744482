import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

import styles from './card-actions.module.css';
import { canBeUnfrozen, isFrozenForDebt, type Card } from './card-words.ts';
import type { CardDialog } from './use-card-dialog.ts';

/** The actions that the card allows now. */
export function CardActions({
  card,
  isBusy,
  onOpen,
  onUnfreeze,
  onPrepare,
}: {
  readonly card: Card;
  readonly isBusy: boolean;
  readonly onOpen: (dialog: CardDialog) => void;
  readonly onUnfreeze: (forMinutes?: 10) => void;
  /** Called when a dialog is likely to be wanted. */
  readonly onPrepare: () => void;
}) {
  const isActive = card.status === 'active';
  const isStopped = (card.status === 'freezed' || card.status === 'blocked') && canBeUnfrozen(card);
  const isForTime = isActive && card.unfrozenUntil !== null;
  const owes = isFrozenForDebt(card);
  return (
    <div className={styles.actions} onPointerEnter={onPrepare} onFocus={onPrepare}>
      <div className={styles.group}>
        <Button icon={<Icon name="plus" size={18} />} disabled={!isActive} onClick={() => onOpen({ kind: 'load' })}>
          Load Money
        </Button>
        <Button
          variant={owes ? 'primary' : 'secondary'}
          icon={<Icon name="arrow-down-left" size={18} />}
          disabled={!isActive && !owes}
          onClick={() => onOpen({ kind: 'withdraw' })}
        >
          {owes ? 'Pay What You Owe' : 'Withdraw Funds'}
        </Button>
        {(isActive || isStopped) && (
          // One button for both, and never disabled: so it keeps the focus.
          <Button
            variant="secondary"
            icon={<Icon name={isActive ? 'snowflake' : 'bolt'} size={18} />}
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && (isActive ? onOpen({ kind: 'freeze' }) : onUnfreeze())}
          >
            {isActive ? 'Freeze' : 'Unfreeze'}
          </Button>
        )}
        {(isStopped || isForTime) && (
          // One button for both here too.
          <Button
            variant="secondary"
            icon={<Icon name="clock" size={18} />}
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && onUnfreeze(isForTime ? undefined : 10)}
          >
            {isForTime ? 'Keep Unfrozen' : 'Unfreeze for 10 Minutes'}
          </Button>
        )}
      </div>
      <div className={styles.group}>
        <Button
          variant="ghost"
          icon={<Icon name="key" size={18} />}
          disabled={card.status === 'pending'}
          onClick={() => onOpen({ kind: 'pin' })}
        >
          3DS Code
        </Button>
        <Button
          variant="ghost"
          className={styles.remove}
          icon={<Icon name="trash" size={18} />}
          disabled={card.status === 'pending'}
          onClick={() => onOpen({ kind: 'delete' })}
        >
          Delete Card
        </Button>
      </div>
    </div>
  );
}
