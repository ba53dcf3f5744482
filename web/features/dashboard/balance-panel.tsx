import type { CurrentUser } from '#web/session/use-user.ts';
import { negate } from '#shared/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Money } from '#web/ui/money.tsx';

import styles from './balance-panel.module.css';

/** Available Balance, with what is set aside, and the two things to do with it. */
export function BalancePanel({
  user,
  canCreate,
  blockerId,
  onAddMoney,
  onCreateCard,
  onPrepareAdd,
  onPrepareCreate,
}: {
  readonly user: Pick<CurrentUser, 'balance' | 'held'>;
  readonly canCreate: boolean;
  /** The sentence that says why no card can be created. */
  readonly blockerId: string | undefined;
  readonly onAddMoney: () => void;
  readonly onCreateCard: () => void;
  readonly onPrepareAdd: () => void;
  readonly onPrepareCreate: () => void;
}) {
  return (
    <section className={styles.panel} aria-labelledby="balance-title">
      <h2 id="balance-title" className={styles.title}>
        Available Balance
      </h2>
      <p className={styles.balance} role="status">
        <Money cents={user.balance} />
      </p>
      {user.held > 0 && (
        <p className={styles.held}>
          <Icon name="lock" size={16} />
          <span>
            <Money cents={user.held} /> is on hold for pending operations.
          </span>
        </p>
      )}
      {user.balance < 0 && (
        <p className={styles.debt}>
          <Icon name="alert" size={18} />
          <span>
            You owe <Money cents={negate(user.balance)} />: a payment was taken back, a deleted card was charged, or a
            card movement or an adjustment was corrected, and your balance didn’t cover it. Your cards are frozen until
            it’s paid. Add money, or open a card and pay what you owe from it.
          </span>
        </p>
      )}
      <div className={styles.actions}>
        <Button
          icon={<Icon name="plus" size={18} />}
          onClick={onAddMoney}
          onPointerEnter={onPrepareAdd}
          onFocus={onPrepareAdd}
        >
          Add Money
        </Button>
        <Button
          variant="secondary"
          icon={<Icon name="card" size={18} />}
          disabled={!canCreate}
          aria-describedby={blockerId}
          onClick={onCreateCard}
          onPointerEnter={onPrepareCreate}
          onFocus={onPrepareCreate}
        >
          Create Card
        </Button>
      </div>
    </section>
  );
}
