import { limits } from '#shared/limits.ts';
import { ActivityFound } from '#web/features/activity/activity-found.tsx';
import { TakeAway } from '#web/features/activity/take-away.tsx';
import { useActivityFilter } from '#web/features/activity/use-activity-filter.ts';
import { tableBegin, useList } from '#web/lib/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';

import styles from './admin-list.module.css';
import { ActivityTable } from './activity-table.tsx';

/** /transactions: activity of all users, newest first, ten a page; the API searches and filters. */
export function AllTransactionsPage() {
  const used = useActivityFilter();
  const list = useList(
    'transactions.all',
    used.query,
    { keepPreviousData: true },
    used.isFiltered ? undefined : tableBegin,
  );
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
        <ActivityFound
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
          {(shown) => <ActivityTable caption="All transactions" loadingRows={limits.tableRowsPerPage} {...shown} />}
        </ActivityFound>
      </Panel>
    </div>
  );
}
