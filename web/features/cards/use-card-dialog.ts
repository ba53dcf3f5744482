import { cents, type Cents } from '#shared/money.ts';
import { useLayers } from '#web/navigation/use-layers.ts';

const plainKinds = ['freeze', 'withdraw', 'manage', 'low-balance', 'auto-load', 'pin', 'delete'] as const;

/** A dialog of the card's page. */
export type CardDialog =
  | { readonly kind: (typeof plainKinds)[number] }
  | { readonly kind: 'load'; readonly prefill?: Cents };

/** Reads the dialog from the query: `?load`, `?load=1234` with cents to begin with, `?withdraw`, … */
export function cardDialogOf(query: URLSearchParams): CardDialog | undefined {
  const load = query.get('load');
  if (load !== null) return { kind: 'load', ...(/^[1-9]\d{0,8}$/.test(load) && { prefill: cents(Number(load)) }) };
  const kind = plainKinds.find((each) => query.has(each));
  return kind && { kind };
}

function queryOf(dialog: CardDialog): string {
  return dialog.kind === 'load' && dialog.prefill !== undefined ? `load=${dialog.prefill}` : dialog.kind;
}

/** The open dialog of the card's page, which is in the address, and how to open another or close it. */
export function useCardDialog() {
  const { query, open, close } = useLayers();
  return { dialog: cardDialogOf(query), open: (dialog: CardDialog): void => open(queryOf(dialog)), close };
}
