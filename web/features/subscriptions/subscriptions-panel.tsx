import { useEffect, useRef } from 'react';
import { useLocation } from '#web/navigation/router.tsx';

import { formatCents, type Cents } from '#shared/money.ts';
import type { Card } from '#web/features/cards/card-words.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useRead, useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { loadFor, togetherDays, togetherShort, muteEnd, whenWords, type Subscription } from './subscription-words.ts';
import styles from './subscriptions.module.css';

/** The payments that come again on a card: when, how much, and a load where the card lacks money. Nothing without one. */
export function SubscriptionsPanel({
  card,
  onLoad,
}: {
  readonly card: Card;
  readonly onLoad: (amountCents: Cents) => void;
}) {
  const { data } = useRead('subscriptions.list', {});
  const own = data?.filter(({ cardId }) => cardId === card._id) ?? [];
  // Money on its way to the card may be enough: nothing is added up until it is there.
  const together = card.held === 0 ? togetherShort(own, card.balance, serverNow()) : undefined;
  const { hash } = useLocation();
  const rows = useRef<HTMLUListElement>(null);
  const isShown = own.length > 0;
  // The panel appears after the browser has looked for the address's place on the page, so this scrolls to it.
  useEffect(() => {
    if (isShown && hash === '#subscriptions') rows.current?.scrollIntoView({ block: 'center' });
  }, [isShown, hash]);
  if (!isShown) return null;
  return (
    <Panel title="Subscriptions">
      <ul className={styles.rows} ref={rows}>
        {own.map((subscription) => (
          <Row key={subscription.merchant} subscription={subscription} card={card} onLoad={onLoad} />
        ))}
        {together && (
          <li className={styles.row}>
            <div>
              <p className={styles.merchant}>Together</p>
              <p className="muted">
                {together.count} payments in {togetherDays} days · {formatCents(card.balance)} on the card
              </p>
            </div>
            <p className={styles.sum}>{formatCents(together.sumCents)}</p>
            {card.status === 'active' && (
              <div className={styles.actions}>
                <Button size="sm" onClick={() => onLoad(together.missing)}>
                  Load {formatCents(together.missing)}
                </Button>
              </div>
            )}
          </li>
        )}
      </ul>
    </Panel>
  );
}

function Row({
  subscription,
  card,
  onLoad,
}: {
  readonly subscription: Subscription;
  readonly card: Card;
  readonly onLoad: (amountCents: Cents) => void;
}) {
  const toast = useToast();
  const { merchant, cardId, expectedCents, shortByCents, mutedUntil } = subscription;
  const mute = useWrite('subscriptions.mute', {
    repeatable: true,
    refresh: ['subscriptions'],
    onError: (error) => toast.error(error),
  });
  const missing = loadFor(subscription);
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.merchant}>{merchant}</p>
        <p className="muted">
          {whenWords(subscription, serverNow())}
          {shortByCents > 0 && ` · ${formatCents(card.balance)} on the card`}
        </p>
      </div>
      <p className={styles.sum}>{formatCents(expectedCents)}</p>
      <div className={styles.actions}>
        {missing !== undefined && card.status === 'active' && (
          <Button size="sm" onClick={() => onLoad(missing)}>
            Load {formatCents(missing)}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          busy={mute.busy}
          aria-label={mutedUntil === null ? `Mute ${merchant}` : `Unmute ${merchant}`}
          onClick={() =>
            void mute.run({
              body: { cardId, merchant, mutedUntil: mutedUntil === null ? muteEnd(subscription, serverNow()) : null },
            })
          }
        >
          {mutedUntil === null ? 'Mute' : 'Unmute'}
        </Button>
      </div>
    </li>
  );
}
