import { useEffect, useState } from 'react';

import { LazyReportDialog } from '#web/features/cases/parts.ts';
import { refresh, useRead } from '#web/lib/use-api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import styles from './card-history.module.css';
import type { CardId } from './card-id.ts';
import type { Card, CardTransaction } from './card-words.ts';
import { HistoryRow, type HistoryActions } from './history-row.tsx';

const refreshedEveryMs = 10_000;

/** The card's transactions, page by page, read again every ten seconds while the page is visible. */
export function CardHistory({
  card,
  cardId,
  ...actions
}: { readonly card: Card; readonly cardId: CardId } & HistoryActions) {
  const [page, setPage] = useState(1);
  // Kept outside of its row: a new line may push the row to the next page while the report is written.
  const [reported, setReported] = useState<CardTransaction>();
  const { data, error, mutate } = useRead(
    'cards.transactions',
    { params: { id: cardId }, query: { page_no: page } },
    { refreshInterval: refreshedEveryMs, dedupingInterval: 2000, keepPreviousData: true },
  );
  useNewerCard(card, data?.meta.cardUpdatedAt);
  // While another page is read, `data` is the page before.
  const rows = data?.meta.page === page ? data.transactions : undefined;
  return (
    <Panel title="Transaction history" busy={(!rows && !error) || undefined}>
      {!rows && !error && <HistorySkeleton lines={data?.transactions.length} />}
      {!rows && error && <LoadFailure error={error} onRetry={() => void mutate()} />}
      {rows?.length === 0 && (
        <EmptyState icon="receipt" title="No transactions found" text="What you pay with this card appears here." />
      )}
      {rows && rows.length > 0 && (
        <ul className={styles.rows} aria-label="Transactions">
          {rows.map((transaction) => (
            <HistoryRow
              key={transaction._id}
              transaction={transaction}
              card={card}
              onReport={setReported}
              {...actions}
            />
          ))}
        </ul>
      )}
      {data && <Pagination page={page} pages={data.meta.pages} onPage={setPage} label="Pages of transactions" />}
      {reported && reported.reference !== null && (
        <LazyReportDialog
          payment={{
            of: 'card',
            kind: reported.kind === 'fee' ? 'fee' : 'purchase',
            state: reported.status === 'settled' ? 'completed' : reported.status,
            card,
            reference: reported.reference,
          }}
          onClose={() => setReported(undefined)}
        />
      )}
    </Panel>
  );
}

function HistorySkeleton({ lines = 5 }: { readonly lines: number | undefined }) {
  return (
    <ul className={styles.rows}>
      {Array.from({ length: lines }, (_, index) => (
        <li key={index} className={styles.waiting}>
          <Skeleton width={40} height={40} radius={12} />
          <span>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </span>
          <Skeleton width="5rem" />
        </li>
      ))}
    </ul>
  );
}

/** Reads the card's balance and limits again when its transactions are of a later state. */
function useNewerCard({ updatedAt }: Card, laterAt: string | undefined): void {
  useEffect(() => {
    if (laterAt !== undefined && laterAt > updatedAt) void refresh(['cards.read', 'cards.list']);
  }, [updatedAt, laterAt]);
}
