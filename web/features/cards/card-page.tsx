import type { ComponentProps } from 'react';
import { useMatch } from 'react-router-dom';

import { paths } from '#web/app/paths.ts';
import { BackPage } from '#web/ui/back-page.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { CardDetail } from './card-detail.tsx';
import { isCardId, type CardId } from './card-id.ts';
import styles from './card-page.module.css';
import { CardSwitcher } from './card-switcher.tsx';
import { useCard, useCards } from './use-cards.ts';

/** /cards/:id: one card with its secrets, actions, limits and transactions. */
export function CardPage() {
  const { id } = useMatch(paths.card)?.params ?? {};
  return isCardId(id) ? <CardScreen key={id} cardId={id} /> : <NoCard error={undefined} onRetry={undefined} />;
}

function CardScreen({ cardId }: { readonly cardId: CardId }) {
  const { data: card, error, mutate } = useCard(cardId);
  const { cards } = useCards();
  if (!card && error) return <NoCard error={error} onRetry={() => void mutate()} />;
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

function DetailSkeleton() {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <div className={styles.waiting}>
          <Skeleton height="auto" radius={20} />
          <Skeleton width="9rem" height="2.75rem" radius={22} />
          <Skeleton height="2.75rem" radius={12} />
        </div>
        <Skeleton height="16.5rem" radius={20} />
      </div>
      <div className={styles.main}>
        <Skeleton height="13.5rem" radius={20} />
        <Skeleton height="28rem" radius={20} />
      </div>
    </div>
  );
}
