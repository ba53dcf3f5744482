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
  if (!card) return error ? <NoCard onRetry={() => void mutate()} /> : <CardSkeleton />;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <BackLink />
        <h1>
          <CardSwitcher card={card} cards={cards ?? [card]} />
        </h1>
      </div>
      <CardDetail card={card} cardId={cardId} mutate={mutate} />
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

function CardSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.head}>
        <BackLink />
        <h1>
          <span className="visually-hidden">Card</span>
          <Skeleton width="10rem" height="2rem" />
        </h1>
      </div>
      <div className={styles.columns}>
        <div className={styles.side}>
          <Skeleton height="16rem" radius={20} />
          <Skeleton height="9rem" radius={20} />
        </div>
        <div className={styles.main}>
          <Skeleton height="11rem" radius={20} />
          <Skeleton height="28rem" radius={20} />
        </div>
      </div>
    </div>
  );
}
