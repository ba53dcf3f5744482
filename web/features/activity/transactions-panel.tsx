import { useState } from 'react';

import { limits } from '#shared/limits.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';

import { NothingFound } from './nothing-found.tsx';
import { TakeAway } from './take-away.tsx';
import { filterTransactions, kindName, type StatusFilterId, type Transaction } from './transaction-words.ts';
import styles from './transactions-panel.module.css';
import { TransactionsFilter } from './transactions-filter.tsx';

/** The recent movements: ten a page, searched and filtered here. A deposit opens its timeline. */
export function TransactionsPanel({
  transactions,
  labelOf,
  hasFailed,
  onRetry,
  onNeedMore,
  hasMore = false,
  onOpenDeposit,
  onPrepareDeposit,
  onAddMoney,
}: {
  readonly transactions: readonly Transaction[] | undefined;
  /** The label of the card that a row is about, to find it by. */
  readonly labelOf?: (row: Transaction) => string;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onNeedMore: () => void;
  /** The list goes on behind these rows. */
  readonly hasMore?: boolean;
  readonly onOpenDeposit: (id: string) => void;
  /** Called when the timeline is likely to be wanted. */
  readonly onPrepareDeposit: () => void;
  readonly onAddMoney: () => void;
}) {
  const [search, setSearch] = useState('');
  const [filterId, setFilterId] = useState<StatusFilterId>('all');
  const isLoading = !transactions && !hasFailed;
  const columns = columnsFor(onOpenDeposit, onPrepareDeposit);
  const isFiltered = search.trim() !== '' || filterId !== 'all';
  return (
    <Panel
      title="Recent transactions"
      className={styles.panel}
      busy={isLoading || undefined}
      action={
        transactions &&
        transactions.length > 0 && (
          <TakeAway list="transactions.list" choose={(rows) => filterTransactions(rows, search, filterId, labelOf)} />
        )
      }
    >
      {!transactions && hasFailed ? (
        <LoadFailure onRetry={onRetry} />
      ) : (
        <div className={styles.content}>
          {(isLoading || (transactions && transactions.length > 0)) && (
            <TransactionsFilter
              search={search}
              onSearch={setSearch}
              filterId={filterId}
              onFilter={(chosen) => {
                setFilterId(chosen);
                if (chosen !== 'all') onNeedMore();
              }}
            />
          )}
          <div className={styles.table}>
            <DataTable
              key={`${filterId} ${search}`}
              caption="Recent transactions"
              columns={columns}
              rows={transactions && filterTransactions(transactions, search, filterId, labelOf)}
              rowKey={(row) => `${row._id} ${row.kind}`}
              loading={isLoading}
              loadingRows={6}
              pageSize={limits.tableRowsPerPage}
              onNeedMore={onNeedMore}
              empty={
                isFiltered ? (
                  <NothingFound rows={transactions} hasMore={hasMore} onNeedMore={onNeedMore} />
                ) : (
                  <NothingYet onAddMoney={onAddMoney} />
                )
              }
            />
          </div>
        </div>
      )}
    </Panel>
  );
}

function columnsFor(onOpen: (id: string) => void, onPrepare: () => void): readonly Column<Transaction>[] {
  return [
    {
      key: 'what',
      header: 'Transaction',
      cell: (row) => <What row={row} onOpen={onOpen} onPrepare={onPrepare} />,
    },
    { key: 'amount', header: 'Amount', align: 'end', cell: (row) => <Money cents={row.amount} /> },
    { key: 'paid', header: 'Paid', align: 'end', cell: (row) => <Paid row={row} /> },
    { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
    { key: 'date', header: 'Date', align: 'end', cell: (row) => <Time iso={row.updatedAt} /> },
  ];
}

function What({
  row,
  onOpen,
  onPrepare,
}: {
  readonly row: Transaction;
  readonly onOpen: (id: string) => void;
  readonly onPrepare: () => void;
}) {
  const kind = kindName(row.kind);
  const says = row.description.trim() === '' || row.description === kind ? undefined : row.description;
  return (
    <div className={styles.what}>
      {row.kind === 'deposit' || row.kind === 'deposit_refund' ? (
        <button
          type="button"
          className={styles.open}
          onClick={() => onOpen(row._id)}
          onPointerEnter={onPrepare}
          onFocus={onPrepare}
        >
          {kind}
          <span className="visually-hidden"> {says}, show its timeline</span>
        </button>
      ) : (
        <span className={styles.kind}>{kind}</span>
      )}
      {says !== undefined && <span className={styles.says}>{says}</span>}
      <span className={styles.tid} title={`TID ${row.tid}`}>
        TID {row.tid}
      </span>
    </div>
  );
}

/** What was really booked, with its direction; a dash while nothing was. */
function Paid({ row }: { readonly row: Transaction }) {
  if (row.amountPaid === 0) return <span className="muted">–</span>;
  return <Money cents={row.type === 'credit' ? row.amountPaid : -row.amountPaid} signed />;
}

function NothingYet({ onAddMoney }: { readonly onAddMoney: () => void }) {
  return (
    <EmptyState
      icon="receipt"
      title="No transactions found"
      text="Your deposits, cards and loads appear here."
      action={
        <Button variant="secondary" onClick={onAddMoney}>
          Add Money
        </Button>
      }
    />
  );
}
