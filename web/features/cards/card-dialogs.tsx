import { navigate } from '#web/navigation/router.tsx';
import type { KeyedMutator } from 'swr';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#web/navigation/paths.ts';
import { useToast } from '#web/ui/toast.tsx';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';
import {
  LazyAutoLoadModal,
  LazyDeleteCardModal,
  LazyFreezeModal,
  LazyLoadModal,
  LazyLowBalanceModal,
  LazyManageModal,
  LazyPinModal,
  LazyWithdrawModal,
} from './dialogs.ts';
import type { CardDialog } from './use-card-dialog.ts';

/** The open dialog of the card's page, and what follows when it has done its work. */
export function CardDialogs({
  card,
  cardId,
  mutate,
  dialog,
  onOpen,
  onClose,
  onFreeze,
  onStarted,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  readonly mutate: KeyedMutator<Card>;
  readonly dialog: CardDialog | undefined;
  readonly onOpen: (dialog: CardDialog) => void;
  readonly onClose: () => void;
  readonly onFreeze: () => void;
  /** Called with the operation that the issuer works on; undefined when the change was done at once. */
  readonly onStarted: (operationId: Id<'operation'> | undefined) => void;
}) {
  const toast = useToast();

  function ended(reply: ReplyOf<'cards.load'>, words: string): void {
    onClose();
    const isPending = reply.operation?.status === 'pending';
    onStarted(isPending ? reply.operation?._id : undefined);
    if (!isPending) toast.success(words);
  }
  switch (dialog?.kind) {
    case 'load':
      return (
        <LazyLoadModal
          card={card}
          cardId={cardId}
          prefill={dialog.prefill}
          onClose={onClose}
          onLoaded={(reply) => ended(reply, `Loaded. “${card.name}” has ${formatCents(reply.card.balance)}.`)}
        />
      );
    case 'withdraw':
      return (
        <LazyWithdrawModal
          card={card}
          cardId={cardId}
          onClose={onClose}
          onWithdrawn={(reply) =>
            ended(reply, `Withdrawn. “${card.name}” has ${formatCents(reply.card.balance)} left.`)
          }
        />
      );
    case 'freeze':
      return <LazyFreezeModal name={card.name} cardId={cardId} onFreeze={onFreeze} onClose={onClose} />;
    case 'manage':
      return <LazyManageModal card={card} cardId={cardId} mutate={mutate} onOpen={onOpen} onClose={onClose} />;
    case 'low-balance':
      return <LazyLowBalanceModal card={card} cardId={cardId} onClose={onClose} />;
    case 'auto-load':
      return <LazyAutoLoadModal card={card} cardId={cardId} onClose={onClose} />;
    case 'pin':
      return <LazyPinModal cardId={cardId} onClose={onClose} />;
    case 'delete':
      return (
        <LazyDeleteCardModal
          card={card}
          cardId={cardId}
          onClose={onClose}
          onWithdraw={() => onOpen({ kind: 'withdraw' })}
          onDeleted={() => {
            toast.success(`“${card.name}” was deleted.`);
            navigate(paths.dashboard, { replace: true });
          }}
        />
      );
    case undefined:
      return null;
  }
}
