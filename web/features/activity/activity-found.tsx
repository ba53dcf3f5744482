import { Fragment, type ReactNode } from 'react';

import type { useList } from '#web/lib/use-list.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';

import type { Transaction } from './transaction-words.ts';
import { TransactionsFilter } from './transactions-filter.tsx';
import styles from './transactions-panel.module.css';
import type { UsedFilter } from './use-activity-filter.ts';

/** Only a search shows these parts, so the first load of a page leaves them out. */
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

/** Shows the filters, a table of activity lines, and below it how far back the search has looked. */
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
            // An empty list that is still loading may be the result of an earlier search.
            loading: !rows || (isLoading && rows.length === 0),
            empty: isFiltered ? <LazyNothingFound search={list} used={used} /> : empty,
            // A search may find nothing in many lines, so each step further back takes a click.
            onNeedMore: isFiltered ? undefined : list.needMore,
          })}
          {isFiltered && list.hasMore && rows && rows.length > 0 && <LazySearchReach search={list} />}
        </Fragment>
      )}
    </div>
  );
}
