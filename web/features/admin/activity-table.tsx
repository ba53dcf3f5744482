import type { ReactNode } from 'react';

import { limits } from '#shared/limits.ts';
import { DataTable } from '#web/ui/table.tsx';

import styles from './activity-columns.module.css';
import { activityColumns, type StaffTransaction } from './activity-columns.tsx';

/** Activity lines of all users as a table, ten a page. */
export function ActivityTable({
  caption,
  rows,
  loading,
  loadingRows,
  empty,
  onNeedMore,
}: {
  readonly caption: string;
  readonly rows: readonly StaffTransaction[] | undefined;
  readonly loading: boolean;
  readonly loadingRows: number;
  readonly empty: ReactNode;
  readonly onNeedMore?: (() => void) | undefined;
}) {
  return (
    <div className={styles.table}>
      <DataTable
        caption={caption}
        columns={activityColumns}
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
