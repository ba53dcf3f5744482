import { useEffect, type ComponentProps } from 'react';
import { useParams } from '#web/navigation/router.tsx';

import { useSubjectTitle } from '#web/navigation/document-title.ts';
import { paths } from '#web/navigation/paths.ts';
import { endIntent, intentScope } from '#web/lib/intents.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { BackPage } from '#web/ui/back-page.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import { CardDetail } from './card-detail.tsx';
import detail from './card-detail.module.css';
import { isCardId, type CardId } from './card-id.ts';
import styles from './card-page.module.css';
import { cardTitle, type Card } from './card-words.ts';
import { CardHistory } from './card-history.tsx';
import { CardSwitcher } from './card-switcher.tsx';
import { deletedCardWords } from './deleted-card-words.ts';
import { LazyManageModal } from './dialogs.ts';
import { LimitsPanel } from './limits-panel.tsx';
import { useCardDialog } from './use-card-dialog.ts';
import { useCard, useCards } from './use-cards.ts';

/** /cards/:id: one card with its face, actions and transactions; all else is under Manage. */
export function CardPage() {
  const { id } = useParams(paths.card);
  return isCardId(id) ? <CardScreen key={id} cardId={id} /> : <NoCard error={undefined} onRetry={undefined} />;
}

function CardScreen({ cardId }: { readonly cardId: CardId }) {
  const { data: card, error, mutate } = useCard(cardId);
  const { cards } = useCards();
  const { open } = useCardDialog();
  useSubjectTitle(card && cardTitle(card));
  if (!card && error) return <UnreadCard cardId={cardId} error={error} onRetry={() => void mutate()} />;
  if (card?.status === 'deleted') return <DeletedCard card={card} cardId={cardId} />;
  return (
    <BackPage
      to={paths.dashboard}
      back="Back to dashboard"
      busy={!card}
      heading={
        card ? (
          <CardSwitcher card={card} cards={cards ?? [card]} />
        ) : (
          <>
            <span className="visually-hidden">Card</span>
            <Skeleton width="10rem" height="2rem" />
          </>
        )
      }
      beside={
        <Button
          variant="secondary"
          size="sm"
          className={styles.manage}
          icon={<Icon name="settings" size={18} />}
          disabled={!card}
          onClick={() => open({ kind: 'manage' })}
          onPointerEnter={LazyManageModal.preload}
          onFocus={LazyManageModal.preload}
        >
          Manage
        </Button>
      }
    >
      {card ? <CardDetail card={card} cardId={cardId} mutate={mutate} /> : <DetailSkeleton />}
    </BackPage>
  );
}

function NoCard({ error, onRetry }: ComponentProps<typeof LoadFailure>) {
  return (
    <BackPage to={paths.dashboard} back="Back to dashboard" heading="Card">
      <LoadFailure error={error} onRetry={onRetry} />
    </BackPage>
  );
}

/** A card that could not be read. If a deletion was sent and has no answer yet, shows the outcome of that deletion. */
function UnreadCard({ cardId, error, onRetry }: ComponentProps<typeof LoadFailure> & { readonly cardId: CardId }) {
  const remove = useWrite('cards.delete', { about: cardId, refresh: ['cards', 'transactions.list', 'user'] });
  if (!remove.checking && !remove.earlier) return <NoCard error={error} onRetry={onRetry} />;
  return (
    <BackPage to={paths.dashboard} back="Back to dashboard" heading="Card">
      <WriteOutcome
        write={remove}
        refused="The card was not deleted"
        checking="Checking whether the card was deleted…"
      />
      {!remove.checking && <LoadFailure error={error} onRetry={onRetry} />}
    </BackPage>
  );
}

/** The rest of a deleted card: its history, and the way on. */
function DeletedCard({ card, cardId }: { readonly card: Card; readonly cardId: CardId }) {
  // A deleted card is the answer to a deletion whose own answer was lost.
  useEffect(() => endIntent(intentScope('cards.delete', { params: { id: cardId } })), [cardId]);
  return (
    <BackPage to={paths.dashboard} back="Back to dashboard" heading={card.name}>
      <Notice tone="info" title="This card was deleted" live>
        <p>{deletedCardWords(card)}</p>
        <LinkButton to={paths.dashboard} size="sm">
          Go to dashboard
        </LinkButton>
      </Notice>
      <CardHistory card={card} cardId={cardId} onLoad={nothing} onUnfreeze={nothing} />
    </BackPage>
  );
}

const nothing = (): void => undefined;

function DetailSkeleton() {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <div className={styles.waiting}>
          <Skeleton height="auto" radius={20} />
        </div>
        <div className={styles.limits}>
          <LimitsPanel />
        </div>
      </div>
      <div className={styles.main}>
        <Panel>
          <div className={detail.overview}>
            <div className={detail.summary}>
              <div>
                <p className="muted">Card balance</p>
                <p className={detail.balance}>
                  {/* The document writes the balance here before this script runs (`build/page-outlines.ts`). */}
                  <span className="money" data-fact="balance">
                    <Skeleton width="8rem" />
                  </span>
                </p>
              </div>
            </div>
            <Skeleton height="5.6rem" radius={20} />
          </div>
        </Panel>
        <div className={styles.below}>
          <Skeleton height="28rem" radius={20} />
        </div>
      </div>
    </div>
  );
}
