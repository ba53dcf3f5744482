import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import { WillFail } from '#web/features/subscriptions/will-fail.tsx';
import { toastUnlessInPlace } from '#web/ui/error-in-place.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';
import styles from './freeze-modal.module.css';

/** Asks before a card is deleted, which cannot be undone. The server decides whether the card may be deleted. */
export function DeleteCardModal({
  card,
  cardId,
  onDeleted,
  onWithdraw,
  onClose,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  readonly onDeleted: () => void;
  /** Opens Withdraw Funds instead. */
  readonly onWithdraw: () => void;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const remove = useWrite('cards.delete', {
    about: cardId,
    refresh: ['cards.list', 'cards.tiles', 'transactions.list', 'user'],
    onSuccess: onDeleted,
    onError: (error) => toastUnlessInPlace(toast, error),
  });
  const isEmpty = card.balance <= limits.cardMinimumCents;
  return (
    <Modal
      open
      onClose={onClose}
      busy={remove.busy}
      title={`Delete ${card.name}?`}
      size="sm"
      initialFocus="cancel"
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            icon={<Icon name="trash" size={18} />}
            busy={remove.busy}
            onClick={() => void remove.run({ params: { id: cardId } })}
          >
            Delete Card
          </Button>
        </>
      }
    >
      <ul className={styles.effects}>
        <li>
          <Icon name="wallet" size={18} />
          <span>
            All funds must be withdrawn first.{' '}
            {isEmpty
              ? card.balance > 0 && `The last ${formatCents(card.balance)} goes back to your balance.`
              : `${formatCents(card.balance)} is still on the card.`}
          </span>
        </li>
        <li>
          <Icon name="repeat" size={18} />
          <span>
            Subscriptions paid with this card are affected: their next payment will be declined.
            <WillFail cardId={cardId} />
          </span>
        </li>
        <li>
          <Icon name="card" size={18} />
          Payment methods must be updated wherever this card is saved.
        </li>
        <li>
          <Icon name="alert" size={18} />
          This cannot be undone.
        </li>
      </ul>
      {!isEmpty && card.status === 'active' && (
        <Button variant="secondary" icon={<Icon name="arrow-down-left" size={18} />} onClick={onWithdraw}>
          Withdraw Funds
        </Button>
      )}
      <WriteOutcome
        write={remove}
        refused="The card was not deleted"
        checking="Checking whether the card was deleted…"
      />
    </Modal>
  );
}
