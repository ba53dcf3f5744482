import { Fragment, type ReactNode } from 'react';

import type { useList } from '#web/lib/use-list.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';

import type { Transaction } from './transaction-words.ts';
import { TransactionsFilter } from './transactions-filter.tsx';
import styles from './transactions-panel.module.css';
import type { UsedFilter } from './use-activity-filter.ts';

/** Only a search has these: not in the first load of a page. */
const LazyNothingFound = lazyPart(() => import('./nothing-found.tsx').then((m) => m.NothingFound));
const LazySearchReach = lazyPart(() => import('./nothing-found.tsx').then((m) => m.SearchReach));

/** An activity list as it was read. */
export type ShownList<Row extends Transaction = Transaction> = Omit<
  ReturnType<typeof useList<'transactions.list'>>,
  'mutate' | 'rows'
> & { readonly rows: readonly Row[] | undefined };

/** The props of a table of activity lines. */
type Shown<Row> = {
  readonly rows: readonly Row[] | undefined;
  readonly loading: boolean;
  readonly empty: ReactNode;
  readonly onNeedMore: (() => void) | undefined;
};

/** The filters above a table of activity lines, and how far the search has looked below it. */
export function ActivityFound<Row extends Transaction>({
  list,
  used,
  empty,
  children,
}: {
  readonly list: ShownList<Row>;
  readonly used: UsedFilter;
  /** The text while there are no activity lines at all. */
  readonly empty: ReactNode;
  readonly children: (shown: Shown<Row>) => ReactNode;
}) {
  const { rows, error, isLoading } = list;
  const { isFiltered } = used;
  const hasFailed = error !== undefined && (!rows || isFiltered);
  return (
    <div className={styles.content}>
      {(isFiltered || (rows ? rows.length > 0 : !hasFailed)) && <TransactionsFilter used={used} />}
      {hasFailed ? (
        <LoadFailure error={error} onRetry={list.retry} />
      ) : (
        // Another search begins at its first page.
        <Fragment key={JSON.stringify(used.query)}>
          {children({
            rows,
            // A result for other words does not answer these.
            loading: !rows || (isLoading && rows.length === 0),
            empty: isFiltered ? <LazyNothingFound search={list} used={used} /> : empty,
            // Of a search many lines may hold nothing: each look further back is a click.
            onNeedMore: isFiltered ? undefined : list.needMore,
          })}
          {isFiltered && list.hasMore && rows && rows.length > 0 && <LazySearchReach search={list} />}
        </Fragment>
      )}
    </div>
  );
}
