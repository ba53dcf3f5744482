import { limits } from '#shared/limits.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';

import { ActivityFound, type ShownList } from './activity-found.tsx';
import { TakeAway } from './take-away.tsx';
import { descriptionOf, kindName, type Transaction } from './transaction-words.ts';
import styles from './transactions-panel.module.css';
import type { UsedFilter } from './use-activity-filter.ts';

/** The recent activity lines: ten a page, searched and filtered by the API. A deposit opens its timeline. */
export function TransactionsPanel({
  list,
  used,
  onOpenDeposit,
  onPrepareDeposit,
  onAddMoney,
}: {
  readonly list: ShownList;
  readonly used: UsedFilter;
  readonly onOpenDeposit: (id: string) => void;
  /** Called when the timeline is likely to be wanted. */
  readonly onPrepareDeposit: () => void;
  readonly onAddMoney: () => void;
}) {
  const { rows } = list;
  const columns = columnsFor(onOpenDeposit, onPrepareDeposit);
  const hasSome = rows !== undefined && rows.length > 0;
  return (
    <Panel
      title="Recent transactions"
      className={styles.panel}
      busy={list.isLoading || undefined}
      action={hasSome && <TakeAway list="transactions.list" />}
    >
      <ActivityFound list={list} used={used} empty={<NothingYet onAddMoney={onAddMoney} />}>
        {(shown) => (
          <div className={styles.table}>
            <DataTable
              caption="Recent transactions"
              columns={columns}
              rowKey={(row) => `${row._id} ${row.kind}`}
              loadingRows={6}
              pageSize={limits.tableRowsPerPage}
              {...shown}
            />
          </div>
        )}
      </ActivityFound>
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
    { key: 'date', header: 'Date', align: 'end', cell: (row) => <Time iso={row.createdAt} /> },
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
  const text = descriptionOf(row);
  const says = text.trim() === '' || text === kind ? undefined : text;
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
      {row.failure !== undefined && <span className={styles.says}>{row.failure}</span>}
      <span className={styles.tid} title={`TID ${row.tid}`}>
        TID {row.tid}
      </span>
    </div>
  );
}

/** The booked amount, with its direction; a dash while there is none. */
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
