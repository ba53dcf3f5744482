import { useState } from 'react';

import { limits } from '#shared/limits.ts';
import { NothingFound } from '#web/features/activity/nothing-found.tsx';
import { TakeAway } from '#web/features/activity/take-away.tsx';
import { filterTransactions, type StatusFilterId, type Transaction } from '#web/features/activity/transaction-words.ts';
import { TransactionsFilter } from '#web/features/activity/transactions-filter.tsx';
import { useList } from '#web/lib/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Panel } from '#web/ui/panel.tsx';

import styles from './admin-list.module.css';
import { MovementsTable } from './movements-table.tsx';

const emailOf = ({ email }: Transaction): string => email;

/** /transactions: everybody's movements, newest first, ten a page. */
export function AllTransactionsPage() {
  const { rows, error, retry, needMore, hasMore } = useList('transactions.all', {});
  const [search, setSearch] = useState('');
  const [filterId, setFilterId] = useState<StatusFilterId>('all');
  const isLoading = !rows && !error;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Transactions</h1>
        {rows?.length !== 0 && (
          <div className={rows ? undefined : styles.waiting}>
            <TakeAway list="transactions.all" choose={(all) => filterTransactions(all, search, filterId, emailOf)} />
          </div>
        )}
      </div>
      <Panel busy={isLoading || undefined}>
        {!rows && error ? (
          <LoadFailure onRetry={retry} />
        ) : (
          <div className={styles.content}>
            <TransactionsFilter
              search={search}
              onSearch={setSearch}
              filterId={filterId}
              onFilter={(chosen) => {
                setFilterId(chosen);
                if (chosen !== 'all') needMore();
              }}
            />
            <MovementsTable
              key={`${filterId} ${search}`}
              caption="All transactions"
              rows={rows && filterTransactions(rows, search, filterId, emailOf)}
              loading={isLoading}
              loadingRows={limits.tableRowsPerPage}
              onNeedMore={needMore}
              empty={
                search.trim() === '' && filterId === 'all' ? (
                  <EmptyState
                    icon="receipt"
                    title="No transactions found"
                    text="Deposits, cards and loads of all users appear here."
                  />
                ) : (
                  <NothingFound rows={rows} hasMore={hasMore} onNeedMore={needMore} />
                )
              }
            />
          </div>
        )}
      </Panel>
    </div>
  );
}
