import { WillFail } from '#web/features/subscriptions/will-fail.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';

import type { CardId } from './card-id.ts';
import styles from './freeze-modal.module.css';

/** Asks before a card is frozen. Unfreezing asks nothing. */
export function FreezeModal({
  name,
  cardId,
  onFreeze,
  onClose,
}: {
  readonly name: string;
  readonly cardId: CardId;
  readonly onFreeze: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      open
      onClose={onClose}
      title={`Freeze ${name}?`}
      size="sm"
      initialFocus="cancel"
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Cancel
          </Button>
          <Button icon={<Icon name="snowflake" size={18} />} onClick={onFreeze}>
            Freeze card
          </Button>
        </>
      }
    >
      <ul className={styles.effects}>
        <li>
          <Icon name="close" size={18} />
          All transactions will be declined. A load that still waits may fail.
        </li>
        <li>
          <Icon name="repeat" size={18} />
          <span>
            Recurring payments pause.
            <WillFail cardId={cardId} />
          </span>
        </li>
        <li>
          <Icon name="check" size={18} />
          You can undo this: the money stays on the card, and you can unfreeze it at any time.
        </li>
      </ul>
    </Modal>
  );
}
