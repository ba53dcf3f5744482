import { limits } from '#shared/limits.ts';
import { MovementsFound } from '#web/features/activity/movements-found.tsx';
import { TakeAway } from '#web/features/activity/take-away.tsx';
import { useMovementFilter } from '#web/features/activity/use-movement-filter.ts';
import { useList } from '#web/lib/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';

import styles from './admin-list.module.css';
import { MovementsTable } from './movements-table.tsx';

/** /transactions: everybody's movements, newest first, ten a page; the API searches and filters. */
export function AllTransactionsPage() {
  const used = useMovementFilter();
  const list = useList('transactions.all', used.query, { keepPreviousData: true });
  const { rows } = list;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Transactions</h1>
        {rows?.length !== 0 && (
          <div className={rows ? undefined : styles.waiting}>
            <TakeAway list="transactions.all" />
          </div>
        )}
      </div>
      <Panel busy={list.isLoading || undefined}>
        <MovementsFound
          list={list}
          used={used}
          empty={
            <EmptyState
              icon="receipt"
              title="No transactions found"
              text="Deposits, cards and loads of all users appear here."
            />
          }
        >
          {(shown) => <MovementsTable caption="All transactions" loadingRows={limits.tableRowsPerPage} {...shown} />}
        </MovementsFound>
      </Panel>
    </div>
  );
}
