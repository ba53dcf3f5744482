import { Link, useMatch } from 'react-router-dom';

import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { CardDetail } from './card-detail.tsx';
import { isCardId, type CardId } from './card-id.ts';
import styles from './card-page.module.css';
import { CardSwitcher } from './card-switcher.tsx';
import { useCard, useCards } from './use-cards.ts';

/** /cards/:id: one card with its secrets, actions, limits and transactions. */
export function CardPage() {
  const { id } = useMatch(paths.card)?.params ?? {};
  return isCardId(id) ? <CardScreen key={id} cardId={id} /> : <NoCard onRetry={undefined} />;
}

function CardScreen({ cardId }: { readonly cardId: CardId }) {
  const { data: card, error, mutate } = useCard(cardId);
  const { cards } = useCards();
  if (!card && error) return <NoCard onRetry={() => void mutate()} />;
  return (
    <div className={styles.page} aria-busy={!card || undefined}>
      <div className={styles.head}>
        <BackLink />
        {/* The same heading before and after: whoever has come here has the focus on it. */}
        <h1>
          {card ? (
            <CardSwitcher card={card} cards={cards ?? [card]} />
          ) : (
            <>
              <span className="visually-hidden">Card</span>
              <Skeleton width="10rem" height="2rem" />
            </>
          )}
        </h1>
      </div>
      {card ? <CardDetail card={card} cardId={cardId} mutate={mutate} /> : <DetailSkeleton />}
    </div>
  );
}

function BackLink() {
  return (
    <Link to={paths.dashboard} className={styles.back} aria-label="Back to dashboard">
      <Icon name="arrow-left" />
    </Link>
  );
}

function NoCard({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <BackLink />
        <h1>Card</h1>
      </div>
      <Notice tone="danger" live>
        <p>Failed to load. Please try again.</p>
        {onRetry && (
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Retry
          </Button>
        )}
      </Notice>
    </div>
  );
}

function DetailSkeleton() {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <div className={styles.waiting}>
          <Skeleton height="auto" radius={20} />
          <Skeleton width="9rem" height="2.75rem" radius={22} />
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
