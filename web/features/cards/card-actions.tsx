import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

import styles from './card-actions.module.css';
import { canBeUnfrozen, canPayDebt, type Card } from './card-words.ts';
import { RoundAction } from './round-actions.tsx';
import type { CardDialog } from './use-card-dialog.ts';
import type { RevealedCard } from './use-revealed-card.ts';

/** The four main actions of a card, and the one that its state asks for. */
export function CardActions({
  card,
  revealed,
  isBusy,
  onOpen,
  onUnfreeze,
  onPrepare,
}: {
  readonly card: Card;
  readonly revealed: RevealedCard;
  readonly isBusy: boolean;
  readonly onOpen: (dialog: CardDialog) => void;
  readonly onUnfreeze: (forMinutes?: 10) => void;
  /** Called when a dialog is likely to be wanted. */
  readonly onPrepare: () => void;
}) {
  const isActive = card.status === 'active';
  const isStopped = (card.status === 'freezed' || card.status === 'blocked') && canBeUnfrozen(card);
  const isForTime = isActive && card.unfrozenUntil !== null;
  const isShown = revealed.secrets !== undefined;
  return (
    <div className={styles.actions} onPointerEnter={onPrepare} onFocus={onPrepare}>
      <div className={styles.round}>
        <RoundAction
          icon="plus"
          name="Load"
          more="Money"
          isMain
          isDisabled={!isActive}
          onClick={() => onOpen({ kind: 'load' })}
        />
        {/* One button for Freeze and Unfreeze, so that it keeps the focus when one replaces the other. */}
        <RoundAction
          icon={isStopped ? 'bolt' : 'snowflake'}
          name={isStopped ? 'Unfreeze' : isActive || card.status === 'pending' ? 'Freeze' : 'Frozen'}
          isDisabled={!isActive && !isStopped}
          isBusy={isBusy}
          onClick={() => (isActive ? onOpen({ kind: 'freeze' }) : onUnfreeze())}
        />
        <RoundAction
          icon={isShown ? 'eye-off' : 'eye'}
          name={isShown ? 'Hide CVC' : 'Show CVV'}
          isDisabled={!isActive && !isShown}
          isBusy={revealed.busy}
          isPressed={isShown}
          onClick={() => (isShown ? revealed.hide() : void revealed.show())}
        />
        <RoundAction
          icon="arrow-down-left"
          name="Withdraw"
          more="Funds"
          isDisabled={!isActive}
          onClick={() => onOpen({ kind: 'withdraw' })}
        />
      </div>
      {canPayDebt(card) && (
        <Button block onClick={() => onOpen({ kind: 'withdraw' })}>
          Pay What You Owe
        </Button>
      )}
      {(isStopped || isForTime) && (
        // One button for both of these too.
        <Button
          block
          variant="secondary"
          icon={<Icon name="clock" size={18} />}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && onUnfreeze(isForTime ? undefined : 10)}
        >
          {isForTime ? 'Keep Unfrozen' : 'Unfreeze for 10 Minutes'}
        </Button>
      )}
    </div>
  );
}
