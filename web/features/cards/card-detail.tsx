import { useState } from 'react';
import type { KeyedMutator } from 'swr';

import type { Id } from '#shared/ids.ts';
import { formatCents, type Cents } from '#shared/money.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { CardActions } from './card-actions.tsx';
import styles from './card-detail.module.css';
import { CardHistory } from './card-history.tsx';
import type { CardId } from './card-id.ts';
import columns from './card-page.module.css';
import { CardReveal } from './card-reveal.tsx';
import { CardSummary } from './card-summary.tsx';
import type { Card } from './card-words.ts';
import { LazyFreezeModal, LazyLoadModal } from './dialogs.ts';
import { LimitsPanel } from './limits-panel.tsx';
import { LoadProgress } from './load-progress.tsx';
import { useFreeze } from './use-freeze.ts';
import { useOperation } from './use-operation.ts';

type Dialog = { readonly kind: 'freeze' } | { readonly kind: 'load'; readonly prefill?: Cents };

/** Everything of one card that has loaded. */
export function CardDetail({
  card,
  cardId,
  mutate,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  readonly mutate: KeyedMutator<Card>;
}) {
  const toast = useToast();
  const [dialog, setDialog] = useState<Dialog>();
  const [operationId, setOperationId] = useState<Id<'operation'>>();
  const operation = useOperation(operationId);
  const { busy, freeze, unfreeze } = useFreeze(cardId, mutate);
  const close = (): void => setDialog(undefined);

  function freezeNow(): void {
    close();
    void freeze();
  }
  return (
    <>
      <div className={columns.columns}>
        <div className={columns.side}>
          <CardReveal card={card} cardId={cardId} />
          <LimitsPanel card={card} />
        </div>
        <div className={columns.main}>
          <Panel>
            <div className={styles.overview}>
              <CardSummary card={card} />
              <LoadProgress card={card} operation={operation} />
              <CardActions
                card={card}
                isBusy={busy}
                onLoad={() => setDialog({ kind: 'load' })}
                onFreeze={() => setDialog({ kind: 'freeze' })}
                onUnfreeze={() => void unfreeze()}
                onPrepare={() => {
                  LazyLoadModal.preload();
                  LazyFreezeModal.preload();
                }}
              />
            </div>
          </Panel>
          <CardHistory
            card={card}
            cardId={cardId}
            onUnfreeze={() => void unfreeze()}
            onLoad={(prefill) => setDialog({ kind: 'load', prefill })}
          />
        </div>
      </div>
      {dialog?.kind === 'freeze' && <LazyFreezeModal name={card.name} onFreeze={freezeNow} onClose={close} />}
      {dialog?.kind === 'load' && (
        <LazyLoadModal
          card={card}
          cardId={cardId}
          prefill={dialog.prefill}
          onClose={close}
          onLoaded={(reply) => {
            close();
            setOperationId(reply.operation?.status === 'pending' ? reply.operation._id : undefined);
            if (reply.operation?.status !== 'pending')
              toast.success(`${card.name} now has ${formatCents(reply.card.balance)}.`);
          }}
        />
      )}
    </>
  );
}
