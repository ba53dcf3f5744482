import { useState } from 'react';
import { TransactionsPanel } from '#web/features/activity/transactions-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { sampleDeposits } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const nothing = (): void => undefined;
const actions = {
  onRetry: nothing,
  onNeedMore: nothing,
  onOpenDeposit: nothing,
  onPrepareDeposit: nothing,
  onAddMoney: nothing,
};

function LivePages() {
  const [page, setPage] = useState(6);
  return <Pagination page={page} pages={12} onPage={setPage} label="Sample pages" />;
}

/** Tables and lists: filled, loading, failed, empty. */
export function ListsChapter() {
  return (
    <Chapter title="Lists">
      <Specimen state="Table: filled, paged" wide>
        <TransactionsPanel transactions={sampleDeposits} hasFailed={false} {...actions} />
      </Specimen>
      <Specimen state="Table: loading" wide>
        <TransactionsPanel transactions={undefined} hasFailed={false} {...actions} />
      </Specimen>
      <Specimen state="Table: failed" wide>
        <TransactionsPanel transactions={undefined} hasFailed {...actions} />
      </Specimen>
      <Specimen state="Table: empty" wide>
        <TransactionsPanel transactions={[]} hasFailed={false} {...actions} />
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
        <LoadFailure onRetry={nothing} />
        <LoadFailure onRetry={undefined} />
      </Specimen>
      <Specimen state="Pagination" wide>
        <LivePages />
      </Specimen>
    </Chapter>
  );
}
