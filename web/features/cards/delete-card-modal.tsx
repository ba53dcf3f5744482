import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import { errorText } from '#web/lib/api-error.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';
import styles from './freeze-modal.module.css';

/** Asks before a card is deleted, which cannot be undone. Whether it may be is for the server to say. */
export function DeleteCardModal({
  card,
  cardId,
  onDeleted,
  onWithdraw,
  onClose,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  readonly onDeleted: (reply: ReplyOf<'cards.delete'>) => void;
  /** Opens Withdraw Funds instead. */
  readonly onWithdraw: () => void;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const remove = useWrite('cards.delete', {
    refresh: ['cards.list', 'cards.tiles', 'transactions.list', 'user'],
    onSuccess: onDeleted,
    onError: (error) => toast.error(errorText(error)),
  });
  const isEmpty = card.balance <= limits.cardMinimumCents;
  return (
    <Modal
      open
      onClose={onClose}
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
          Subscriptions that are paid with this card are affected: their next payment will be declined.
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
      {remove.error && (
        <Notice tone="danger" title="The card was not deleted" live>
          <p>{errorText(remove.error)}</p>
        </Notice>
      )}
    </Modal>
  );
}
