import { useState } from 'react';

import { TakeButtons, type TakeWay } from '#web/features/activity/take-buttons.tsx';
import { NothingFound, SearchReach } from '#web/features/activity/nothing-found.tsx';
import { downloadCsv } from '#web/features/activity/csv.ts';
import { TransactionsFilter } from '#web/features/activity/transactions-filter.tsx';
import { queryFilterNow, useActivityFilter } from '#web/features/activity/use-activity-filter.ts';
import { LazyPaperTable } from '#web/features/activity/lazy-paper-table.ts';
import { fetchAll, useList } from '#web/lib/use-list.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { usePoll } from '#web/lib/use-poll.ts';
import { paths } from '#web/navigation/paths.ts';
import { useLayers } from '#web/navigation/use-layers.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { moneyText } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';

import styles from './activity-page.module.css';
import { historyCsv, stateName } from './history-csv.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { HistoryList } from './history-list.tsx';
import { historyKindChoices, historyKindName, historyQuery, historyTitle, type HistoryRow } from './history-words.ts';
import { SpendingPanel } from './spending-panel.tsx';
import { StatementPanel } from './statement-panel.tsx';

const underWayPollMs = 10_000;

/** /activity: activity of the account and of the cards, searched and filtered by the API. */
export function ActivityPage() {
  const used = useActivityFilter();
  const layers = useLayers();
  const query = historyQuery(used.filter, used.nowMs);
  const list = useList('activity.list', query, { keepPreviousData: true });
  const { rows, error, hasMore, isLoading } = list;
  usePoll(list.mutate, rows?.some(({ state }) => state === 'pending') ? underWayPollMs : 0);
  const shown = rows?.find(({ _id }) => _id === layers.query.get('line'));
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Activity</h1>
        <LinkButton to={paths.cases} variant="secondary" size="sm">
          Reported payments
        </LinkButton>
        <TakeHistory disabled={!rows || rows.length === 0} />
      </div>
      <Panel busy={isLoading || undefined}>
        <div className={styles.content}>
          <TransactionsFilter used={used} types={historyKindChoices} />
          {!rows && !error && <Waiting />}
          {!rows && error && <LoadFailure error={error} onRetry={list.retry} />}
          {rows && rows.length > 0 && (
            <HistoryList rows={rows} onOpen={(id) => layers.open(`line=${encodeURIComponent(id)}`)} />
          )}
          {rows?.length === 0 &&
            (used.isFiltered ? (
              <NothingFound search={list} used={used} />
            ) : (
              <EmptyState
                icon="receipt"
                title="No transactions yet"
                text="Deposits, loads and card purchases appear here."
              />
            ))}
          {rows && rows.length > 0 && hasMore && (
            <>{used.isFiltered ? <SearchReach search={list} /> : <MoreButton list={list} />}</>
          )}
        </div>
      </Panel>
      <SpendingPanel />
      <StatementPanel />
      {shown && (
        <HistoryDrawer
          row={shown}
          story={rows?.filter(({ story }) => story !== null && story === shown.story).toReversed() ?? []}
          onClose={layers.close}
        />
      )}
    </div>
  );
}

function MoreButton({ list }: { readonly list: { readonly isSearching: boolean; readonly needMore: () => void } }) {
  return (
    <Button variant="secondary" size="sm" busy={list.isSearching} onClick={list.needMore}>
      Show more
    </Button>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      {[1, 2, 3, 4, 5].map((each) => (
        <Skeleton key={each} width="100%" height={52} />
      ))}
    </div>
  );
}

/** Export CSV and Print: everything that matches the search and filter, to the end of the list. */
function TakeHistory({ disabled }: { readonly disabled: boolean }) {
  const toast = useToast();
  const [busy, setBusy] = useState<TakeWay>();
  const [printed, setPrinted] = useState<readonly HistoryRow[]>();

  async function take(way: TakeWay): Promise<void> {
    setBusy(way);
    try {
      const rows = await fetchAll('activity.list', historyQuery(queryFilterNow(), serverNow()));
      if (way === 'print') setPrinted(rows);
      else downloadCsv('activity', historyCsv(rows));
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <div className={styles.ways}>
      <TakeButtons
        busy={busy}
        disabled={disabled}
        onTake={(way) => void take(way)}
        onPreparePrint={LazyPaperTable.preload}
      />
      {printed && (
        <LazyPaperTable
          title="Activity"
          about={`${printed.length} ${printed.length === 1 ? 'line' : 'lines'}.`}
          head={['Name', 'Type', 'Reference', 'Status', 'Amount', 'Booked']}
          reference={3}
          sums={2}
          rows={printed.map((row) => [
            row.createdAt,
            historyTitle(row),
            historyKindName(row.kind),
            row.reference,
            stateName(row),
            moneyText(row.amount, true),
            row.booked === 0 ? '' : moneyText(row.booked, true),
          ])}
          onDone={() => setPrinted(undefined)}
        />
      )}
    </div>
  );
}
