import { useEffect, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Pagination } from './pagination.tsx';
import { Skeleton } from './skeleton.tsx';
import './table.css';

/** A column: what stands in its head and how a row's cell is drawn. */
export type Column<Row> = {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end' | undefined;
  readonly hideOnMobile?: boolean | undefined;
};

type DataTableProps<Row> = {
  /** Names the table for assistive technology; not drawn. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  loading?: boolean | undefined;
  loadingRows?: number | undefined;
  pageSize?: number | undefined;
  /** Called when the last page of what is here is shown: fetch more, if there is more. */
  onNeedMore?: (() => void) | undefined;
};

/** A table that pages in the browser and becomes a list under 768 px. */
export function DataTable<Row>({
  caption,
  columns,
  rows = [],
  rowKey,
  empty,
  loading = false,
  loadingRows = 5,
  pageSize = 10,
  onNeedMore,
}: DataTableProps<Row>) {
  const [asked, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(asked, pages);
  const atEnd = !loading && page === pages && rows.length > 0 && pages > 1;

  useEffect(() => {
    if (atEnd) onNeedMore?.();
  }, [atEnd, onNeedMore]);

  if (!loading && rows.length === 0) return empty ?? <p className="muted">Nothing here yet.</p>;

  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  const cellClass = (column: Column<Row>) =>
    classNames('table-cell', column.align === 'end' && 'table-end', column.hideOnMobile && 'table-wide-only');
  // The roles are spelt out because the list form changes `display`, which would take them away.
  return (
    <div className="table-box" aria-busy={loading || undefined}>
      <table className="table" role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" className={cellClass(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {loading
            ? Array.from({ length: loadingRows }, (_, index) => (
                <tr key={index} role="row">
                  {columns.map((column) => (
                    <td key={column.key} role="cell" className={cellClass(column)} data-label={column.header}>
                      <Skeleton width={column.align === 'end' ? '4rem' : '70%'} />
                    </td>
                  ))}
                </tr>
              ))
            : shown.map((row) => (
                <tr key={rowKey(row)} role="row">
                  {columns.map((column) => (
                    <td key={column.key} role="cell" className={cellClass(column)} data-label={column.header}>
                      <div className="table-value">{column.cell(row)}</div>
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
      <Pagination page={page} pages={pages} onPage={setPage} label={`Pages of ${caption}`} />
    </div>
  );
}
