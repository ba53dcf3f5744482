import { navigate } from '#web/navigation/router.tsx';

import { href } from '#web/navigation/paths.ts';
import { TransactionsPanel } from '#web/features/activity/transactions-panel.tsx';
import { useActivityFilter } from '#web/features/activity/use-activity-filter.ts';
import { useTransactions } from '#web/features/activity/use-transactions.ts';
import { createCardBlocker } from '#web/features/cards/create-card-blocker.ts';
import { LazyCreateCardModal } from '#web/features/cards/dialogs.ts';
import { createBlockerId, MyCardsPanel } from '#web/features/cards/my-cards-panel.tsx';
import { useCards } from '#web/features/cards/use-cards.ts';
import { usePrices } from '#web/features/cards/use-prices.ts';
import { LazyAddFundsModal, LazyDepositModal } from '#web/features/deposits/dialogs.ts';
import { openDeposits, OpenDepositsPanel } from '#web/features/deposits/open-deposits-panel.tsx';
import { tableBegin, useList } from '#web/lib/use-list.ts';
import { usePoll } from '#web/lib/use-poll.ts';
import { useFreshUser, type CurrentUser } from '#web/session/use-user.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { BalancePanel } from './balance-panel.tsx';
import { DashboardDialogs } from './dashboard-dialogs.tsx';
import { LazyThirdPanel } from './parts.ts';
import type { Step } from './next-steps.ts';
import { useDashboardDialog } from './use-dashboard-dialog.ts';
import styles from './user-dashboard.module.css';

/** A cardholder's dashboard: balance, activity lines, cards, deposits under way, and what comes next. */
export function UserDashboard({ user }: { readonly user: CurrentUser }) {
  const { transactions, hasMore, error } = useTransactions();
  const used = useActivityFilter();
  const list = useList(
    'transactions.list',
    used.query,
    { keepPreviousData: true },
    used.isFiltered ? undefined : tableBegin,
  );
  const { cards, error: cardsError, retry: retryCards } = useCards();
  const { dialog, open, backTo, close } = useDashboardDialog();
  useCardholderWait(user);

  const { cardholderId, balance } = user;
  const prices = usePrices();
  const blocker = cards && createCardBlocker({ cardCount: cards.length, cardholderId, balance, prices });
  const canCreate = cards !== undefined && blocker === undefined;
  const addMoney = (): void => open({ kind: 'add-money' });
  const createCard = (): void => open({ kind: 'create-card' });
  const openDeposit = (id: string): void => open({ kind: 'deposit', depositId: id });
  const facts = transactions &&
    cards && {
      verified: user.verified,
      // An account with more lines than these has done all of this long ago.
      hasDeposited: hasMore || transactions.some((row) => row.type === 'credit' && row.amountPaid > 0),
      hasCard: cards.length > 0,
      hasLoaded: hasMore || transactions.some((row) => row.kind === 'card_load' && row.status === 'completed'),
    };
  const firstCard = cards?.find((card) => card.status === 'active');
  function doerOf(id: Step['id']): (() => void) | undefined {
    if (id === 'deposit') return addMoney;
    if (id === 'create') return canCreate ? createCard : undefined;
    return id === 'load' && firstCard ? () => navigate(href.card(firstCard._id)) : undefined;
  }
  return (
    <div className={styles.dashboard}>
      <div className={styles.balance}>
        <BalancePanel
          user={user}
          canCreate={canCreate}
          blockerId={blocker && createBlockerId}
          onAddMoney={addMoney}
          onCreateCard={createCard}
          onPrepareAdd={LazyAddFundsModal.preload}
          onPrepareCreate={LazyCreateCardModal.preload}
        />
      </div>
      <div className={styles.aside}>
        <MyCardsPanel
          cards={cards}
          error={cardsError}
          onRetry={retryCards}
          blocker={blocker}
          isReady={cards !== undefined}
          onCreate={createCard}
          onPrepareCreate={LazyCreateCardModal.preload}
          onAddMoney={addMoney}
        />
        <div
          className={styles.deposits}
          data-open={(transactions && openDeposits(transactions).length > 0) || undefined}
        >
          <OpenDepositsPanel
            transactions={transactions}
            hasFailed={error !== undefined}
            onOpen={openDeposit}
            onAdd={addMoney}
          />
        </div>
        {(facts || (!error && !cardsError)) && (
          <div className={styles.third} data-starting={(facts && !Object.values(facts).every(Boolean)) || undefined}>
            {facts ? (
              <LazyThirdPanel facts={facts} cards={cards} onStep={doerOf} />
            ) : (
              <Skeleton height="13rem" radius={20} />
            )}
          </div>
        )}
      </div>
      <div className={styles.activity}>
        <TransactionsPanel
          list={list}
          used={used}
          onOpenDeposit={openDeposit}
          onPrepareDeposit={LazyDepositModal.preload}
          onAddMoney={addMoney}
        />
      </div>
      <DashboardDialogs
        dialog={dialog}
        user={user}
        blocker={blocker}
        canCreate={canCreate}
        cards={cards}
        loadable={firstCard}
        onOpen={open}
        onBack={backTo}
        onClose={close}
      />
    </div>
  );
}

/** Reads the balance, and again every few seconds until the person's card profile is there. */
function useCardholderWait(user: CurrentUser): void {
  usePoll(useFreshUser().mutate, user.cardholderId === null ? 3000 : 0);
}
