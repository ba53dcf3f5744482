import type { AddFundsPlace } from '#web/features/deposits/add-funds-modal.tsx';
import { useLayers } from '#web/navigation/use-layers.ts';

/** The open dialog of the dashboard: in the address, so that a link, a reload and Back lead to it. */
export type DashboardDialog =
  /** Add Funds: step 1, step 2 with a coin, step 3 with a deposit. May begin with a sum in cents, and have an aim. */
  | (AddFundsPlace & { readonly kind: 'add-money' })
  | { readonly kind: 'create-card' }
  | { readonly kind: 'deposit'; readonly depositId: string };

/** Reads the dialog from the query: `?add-money`, `?add-money=BTC`, `?deposit=dep_…&add-money`, `?create-card`, `?deposit=dep_…`. */
export function dialogOf(query: URLSearchParams): DashboardDialog | undefined {
  const depositId = query.get('deposit');
  const coin = query.get('add-money');
  if (coin !== null) {
    const sum = /^[1-9]\d{0,8}$/.exec(query.get('sum') ?? '')?.[0];
    const aim = query.get('aim');
    return {
      kind: 'add-money',
      ...(depositId ? { depositId } : coin && { coin }),
      ...(sum && { sum: Number(sum) }),
      ...(aim && { aim }),
    };
  }
  if (depositId) return { kind: 'deposit', depositId };
  return query.has('create-card') ? { kind: 'create-card' } : undefined;
}

/** The query of a dialog. */
export function queryOf(dialog: DashboardDialog): string {
  if (dialog.kind === 'create-card') return dialog.kind;
  const deposit = dialog.depositId === undefined ? undefined : `deposit=${encodeURIComponent(dialog.depositId)}`;
  if (dialog.kind === 'deposit') return deposit ?? '';
  const step =
    deposit === undefined
      ? dialog.coin === undefined
        ? 'add-money'
        : `add-money=${encodeURIComponent(dialog.coin)}`
      : `${deposit}&add-money`;
  const sum = dialog.sum === undefined ? '' : `&sum=${dialog.sum}`;
  return `${step}${sum}${dialog.aim === undefined ? '' : `&aim=${encodeURIComponent(dialog.aim)}`}`;
}

/** The open dialog, how to open another, to go back to an earlier step of it, and to close it. */
export function useDashboardDialog() {
  const { query, open, backTo, close } = useLayers();
  return {
    dialog: dialogOf(query),
    open: (dialog: DashboardDialog): void => open(queryOf(dialog)),
    backTo: (dialog: DashboardDialog, steps: number): void => backTo(queryOf(dialog), steps),
    close,
  };
}
