import { useState } from 'react';
import type { KeyedMutator } from 'swr';

import type { Id } from '#shared/ids.ts';
import { usePoll } from '#web/lib/use-poll.ts';
import { useUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';

import { LazySubscriptionsPanel } from '#web/features/subscriptions/parts.ts';

import { CardActions } from './card-actions.tsx';
import styles from './card-detail.module.css';
import { CardDialogs } from './card-dialogs.tsx';
import { CardHistory } from './card-history.tsx';
import type { CardId } from './card-id.ts';
import columns from './card-page.module.css';
import { CardFace } from './card-face.tsx';
import { CardSecretsPanel } from './card-secrets.tsx';
import { statusLabel, type Card } from './card-words.ts';
import { CodesPanel } from './codes-panel.tsx';
import { LazyLoadModal } from './dialogs.ts';
import { LimitsPanel } from './limits-panel.tsx';
import { timeLeft } from './time-left.ts';
import { OperationProgress } from './operation-progress.tsx';
import { useCardDialog } from './use-card-dialog.ts';
import { useCardOperation } from './use-card-operation.ts';
import { useFreeze } from './use-freeze.ts';
import { useRevealedCard } from './use-revealed-card.ts';

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
  const { dialog, open, close } = useCardDialog();
  // Number of loads and withdrawals made here: each hides the revealed secrets of the card.
  const [moves, setMoves] = useState(0);
  const [startedId, setStartedId] = useState<Id<'operation'>>();
  const operation = useCardOperation(card, startedId);
  const { busy, refusal, freeze, unfreeze } = useFreeze(cardId, mutate);
  // A refusal that says the account is locked has the user and the cards read again: the first reply hides the number.
  const isLocked = useUser().data?.lockedAt !== undefined;
  const revealed = useRevealedCard(cardId, card.status === 'active' && !isLocked, moves, toast.error);
  return (
    <>
      <CodesPanel cardId={cardId} />
      <div className={columns.columns}>
        <div className={columns.side}>
          <CardFace card={card} secrets={revealed.secrets} />
          <div className={columns.limits}>
            <LimitsPanel card={card} />
          </div>
        </div>
        <div className={columns.main}>
          <Panel>
            <div className={styles.overview}>
              <CardSummary card={card} onOver={mutate} />
              <OperationProgress card={card} operation={operation} />
              <CardActions
                card={card}
                revealed={revealed}
                isBusy={busy}
                onOpen={open}
                onUnfreeze={(forMinutes) => void unfreeze(forMinutes)}
                onPrepare={LazyLoadModal.preload}
              />
              {refusal && (
                <Notice tone="danger" title={refusal.title}>
                  {refusal.error.outcomeUnknown ? (
                    <p>No answer has come yet, so we’re asking what happened. You can also try again.</p>
                  ) : (
                    <FailureText error={refusal.error} />
                  )}
                </Notice>
              )}
            </div>
          </Panel>
          <div className={columns.below}>
            <CardSecretsPanel revealed={revealed} />
            <CardHistory
              card={card}
              cardId={cardId}
              onUnfreeze={() => void unfreeze()}
              onLoad={(prefill) => open({ kind: 'load', prefill })}
            />
            <LazySubscriptionsPanel card={card} onLoad={(prefill) => open({ kind: 'load', prefill })} />
          </div>
        </div>
      </div>
      <CardDialogs
        card={card}
        cardId={cardId}
        mutate={mutate}
        dialog={dialog}
        onOpen={open}
        onClose={close}
        onFreeze={() => {
          close();
          void freeze();
        }}
        onStarted={(operationId) => {
          setStartedId(operationId);
          setMoves((before) => before + 1);
        }}
      />
    </>
  );
}

/** The card's balance, whether it works, and why not when it does not. */
function CardSummary({ card, onOver }: { readonly card: Card; readonly onOver: () => Promise<unknown> }) {
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
        {card.statusReason !== null && <p>{card.statusReason}</p>}
      </div>
      {isActive && card.unfrozenUntil !== null && <UnfrozenFor until={card.unfrozenUntil} onOver={onOver} />}
    </div>
  );
}

/** Interval at which a card is read again once its time unfrozen is over, in milliseconds. */
const rereadMs = 5_000;

/** The time until the card freezes by itself, counted down; then the card is read again until it is frozen. */
function UnfrozenFor({ until, onOver }: { readonly until: string; readonly onOver: () => Promise<unknown> }) {
  const left = timeLeft(Date.parse(until) - useNow(1000));
  const isOver = left === undefined;
  usePoll(onOver, isOver ? rereadMs : 0);
  return (
    <p className="muted">
      {isOver ? (
        'Freezing this card again.'
      ) : (
        <>
          Freezes by itself in <span className="num">{left}</span>.
        </>
      )}
    </p>
  );
}
