import type { ReactNode } from 'react';

import { limits } from '#shared/limits.ts';
import type { Transaction } from '#web/features/activity/transaction-words.ts';
import { DataTable } from '#web/ui/table.tsx';

import styles from './movement-columns.module.css';
import { movementColumns } from './movement-columns.tsx';

/** Everybody's movements as a table, ten a page. */
export function MovementsTable({
  caption,
  rows,
  loading,
  loadingRows,
  empty,
  onNeedMore,
}: {
  readonly caption: string;
  readonly rows: readonly Transaction[] | undefined;
  readonly loading: boolean;
  readonly loadingRows: number;
  readonly empty: ReactNode;
  readonly onNeedMore?: (() => void) | undefined;
}) {
  return (
    <div className={styles.table}>
      <DataTable
        caption={caption}
        columns={movementColumns}
        rows={rows}
        rowKey={(row) => `${row._id} ${row.kind}`}
        loading={loading}
        loadingRows={loadingRows}
        pageSize={limits.tableRowsPerPage}
        onNeedMore={onNeedMore}
        empty={empty}
      />
    </div>
  );
}
