import { Link } from '#web/navigation/router.tsx';

import { href } from '#web/navigation/paths.ts';
import { useNews } from '#web/lib/use-news.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { artStyle } from './card-appearance.ts';
import { cardNews } from './card-news.ts';
import { statusLabel, type Card } from './card-words.ts';
import type { CreateBlocker } from './create-card-blocker.ts';
import styles from './my-cards-panel.module.css';

/** The id of the sentence that says why no card can be created; buttons point to it. */
export const createBlockerId = 'create-card-blocker';

/** My Cards: a tile for every card and one to create a new one, with what stands in the way of that. */
export function MyCardsPanel({
  cards,
  error,
  onRetry,
  blocker,
  isReady,
  onCreate,
  onPrepareCreate,
  onAddMoney,
}: {
  readonly cards: readonly Card[] | undefined;
  /** Why the cards could not be read. */
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly blocker: CreateBlocker | undefined;
  /** False while it is not known yet whether a card can be created. */
  readonly isReady: boolean;
  readonly onCreate: () => void;
  /** Called when the dialog is likely to be wanted. */
  readonly onPrepareCreate: () => void;
  readonly onAddMoney: () => void;
}) {
  const news = useNews(cards, cardNews);
  const hasFailed = !cards && error !== undefined;
  return (
    <Panel title="My Cards" busy={(!cards && !hasFailed) || undefined}>
      <p role="status" className="visually-hidden">
        {news}
      </p>
      {hasFailed && <LoadFailure error={error} onRetry={onRetry} />}
      <ul className={styles.tiles}>
        {!cards &&
          !hasFailed &&
          [1, 2].map((each) => (
            <li key={each}>
              <Skeleton height={76} radius={14} />
            </li>
          ))}
        {cards?.map((card) => (
          <li key={card._id}>
            <CardTile card={card} />
          </li>
        ))}
        <li>
          <button
            type="button"
            className={styles.create}
            disabled={!isReady || blocker !== undefined}
            aria-describedby={blocker && createBlockerId}
            onClick={onCreate}
            onPointerEnter={onPrepareCreate}
            onFocus={onPrepareCreate}
          >
            <span className={styles.plus}>
              <Icon name="plus" />
            </span>
            Create New Card
          </button>
        </li>
      </ul>
      {isReady && blocker && <Blocker blocker={blocker} onAddMoney={onAddMoney} />}
    </Panel>
  );
}

function CardTile({ card }: { readonly card: Card }) {
  return (
    <Link to={href.card(card._id)} className={styles.tile}>
      <span className={styles.art} style={artStyle(card)} data-status={card.status} aria-hidden="true" />
      <span className={styles.what}>
        <span className={styles.name}>{card.name}</span>
        <span className={styles.digits}>
          {card.last4Digits === '' ? (
            'Number coming soon'
          ) : (
            <>
              <span aria-hidden="true">•••• </span>
              <span className="visually-hidden">ending in </span>
              {card.last4Digits}
            </>
          )}
        </span>
      </span>
      <span className={styles.state}>
        <span className={styles.balance}>
          <Money cents={card.balance} />
        </span>
        <Badge tone={card.status === 'active' ? 'green' : card.status === 'pending' ? 'yellow' : 'red'}>
          {statusLabel(card)}
        </Badge>
      </span>
    </Link>
  );
}

function Blocker({ blocker, onAddMoney }: { readonly blocker: CreateBlocker; readonly onAddMoney: () => void }) {
  return (
    <div className={styles.blocker} id={createBlockerId} role="status">
      <p className={styles.why}>{blocker.title}</p>
      <p>{blocker.text}</p>
      {blocker.kind === 'balance' && (
        <button type="button" className={styles.way} onClick={onAddMoney}>
          Add Money
        </button>
      )}
    </div>
  );
}
