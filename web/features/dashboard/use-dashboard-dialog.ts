import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What is open on the dashboard: in the address, so that a link, a reload and Back lead to it. */
export type DashboardDialog =
  | { readonly kind: 'add-money' }
  | { readonly kind: 'create-card' }
  | { readonly kind: 'deposit'; readonly id: string };

/** Reads the dialog from the query: `?add-money`, `?create-card`, `?deposit=dep_…`. */
export function dialogOf(query: URLSearchParams): DashboardDialog | undefined {
  const deposit = query.get('deposit');
  if (deposit) return { kind: 'deposit', id: deposit };
  if (query.has('add-money')) return { kind: 'add-money' };
  return query.has('create-card') ? { kind: 'create-card' } : undefined;
}

/** The query of a dialog; empty for none. */
export function queryOf(dialog: DashboardDialog | undefined): string {
  if (!dialog) return '';
  return dialog.kind === 'deposit' ? `deposit=${encodeURIComponent(dialog.id)}` : dialog.kind;
}

/** The open dialog, and how to open another or close it. */
export function useDashboardDialog() {
  const [query, setQuery] = useSearchParams();
  const open = useCallback(
    (dialog: DashboardDialog | undefined) => setQuery(queryOf(dialog), { replace: true, preventScrollReset: true }),
    [setQuery],
  );
  const close = useCallback(() => open(undefined), [open]);
  return { dialog: dialogOf(query), open, close };
}
