import { useState } from 'react';
import type { ShownList } from '#web/features/activity/activity-found.tsx';
import { TransactionsPanel } from '#web/features/activity/transactions-panel.tsx';
import { useActivityFilter } from '#web/features/activity/use-activity-filter.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { sampleDeposits, sampleFailure } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const nothing = () => undefined;
const actions = { onOpenDeposit: nothing, onPrepareDeposit: nothing, onAddMoney: nothing };

function List(shown: Partial<ShownList>) {
  const used = useActivityFilter();
  const list: ShownList = {
    rows: undefined,
    hasMore: false,
    reachedAt: undefined,
    error: undefined,
    isLoading: false,
    isSearching: false,
    needMore: nothing,
    searchFurther: nothing,
    retry: nothing,
    ...shown,
  };
  return <TransactionsPanel list={list} used={{ ...used, isFiltered: list.hasMore }} {...actions} />;
}

function LivePages() {
  const [page, setPage] = useState(6);
  return <Pagination page={page} pages={12} onPage={setPage} label="Sample pages" />;
}

/** Tables and lists: filled, loading, failed, empty. */
export function ListsChapter() {
  return (
    <Chapter title="Lists">
      <Specimen state="Table: filled, paged" wide>
        <List rows={sampleDeposits} />
      </Specimen>
      <Specimen state="Table: loading" wide>
        <List isLoading />
      </Specimen>
      <Specimen state="Table: failed" wide>
        <List error={new ApiError({ status: 500, code: 'Internal', requestId: 'JKJaXmPLvHcESHA' })} />
      </Specimen>
      <Specimen state="Table: empty" wide>
        <List rows={[]} />
      </Specimen>
      <Specimen state="Table: a search that has not looked at everything" wide>
        <List rows={[]} hasMore reachedAt="2026-11-03T12:00:00.000Z" />
      </Specimen>
      <Specimen state="Table: found some, more to look at" wide>
        <List rows={sampleDeposits.slice(0, 2)} hasMore reachedAt="2026-11-03T12:00:00.000Z" />
      </Specimen>
      <Specimen state="Empty state">
        <EmptyState
          icon="card"
          title="No cards yet"
          text="Your first one is ready in seconds."
          action={<Button size="sm">Create Card</Button>}
        />
      </Specimen>
      <Specimen state="Panel: loading">
        <Panel title="Sample panel" busy>
          <Skeleton height="6rem" radius={12} />
        </Panel>
      </Specimen>
      <Specimen state="Failure: with a way to try again, and without">
        <LoadFailure error={sampleFailure} onRetry={nothing} />
        <LoadFailure error={undefined} onRetry={undefined} />
      </Specimen>
      <Specimen state="Pagination" wide>
        <LivePages />
      </Specimen>
    </Chapter>
  );
}
