import type { ReplyOf } from '#shared/contract/index.ts';

/** One line of the account's activity list. */
export type Transaction = ReplyOf<'transactions.list'>[number];

const kindNames: Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  deposit_refund: 'Deposit refund',
  card_creation: 'Card creation',
  card_load: 'Card load',
  card_withdrawal: 'Card withdrawal',
  card_closing: 'Card deletion',
  card_refund: 'Card refund',
  card_charge: 'Card charge',
  referral_bonus: 'Referral bonus',
  referral_payout: 'Referral payout',
  adjustment: 'Adjustment',
} satisfies Record<Transaction['kind'], string>;

/**
 * Beginnings of the texts of card orders: as the API writes them for a completed order, then for one under way, then
 * for one that failed.
 */
const orderWords = [
  ['New card: ', 'Creating card: ', 'Creation failed: '],
  ['Loaded ', 'Loading ', 'Load failed: '],
  ['Auto-loaded ', 'Auto-loading ', 'Auto-load failed: '],
  ['Withdrawn from ', 'Withdrawing from ', 'Withdrawal failed: '],
  ['Deleted card ', 'Deleting card ', 'Deletion failed: '],
] as const;

/** Returns the text of an activity line by its state. The API words a card order as completed, whatever its state. */
export function descriptionOf({
  description,
  status,
}: {
  readonly description: string;
  readonly status: Transaction['status'] | ReplyOf<'activity.list'>[number]['state'];
}): string {
  const words = status === 'completed' ? undefined : orderWords.find(([done]) => description.startsWith(done));
  return words ? words[status === 'failed' ? 2 : 1] + description.slice(words[0].length) : description;
}

/** Every kind of activity line. */
export const kinds = Object.keys(kindNames) as Transaction['kind'][];

/** Returns the name of a kind of activity line; of a kind of a later API, the kind. */
export function kindName(kind: string): string {
  return kindNames[kind] ?? kind.replaceAll('_', ' ');
}

/** The filter's choices, each with the statuses that it stands for. */
export const statusFilters = [
  { id: 'all', label: 'All', statuses: undefined },
  {
    id: 'open',
    label: 'In progress',
    statuses: ['pending', 'processing', 'confirm_check', 'refund_process', 'locked'],
  },
  { id: 'done', label: 'Completed', statuses: ['paid', 'paid_over', 'paid_less', 'completed', 'refund_paid'] },
  { id: 'problem', label: 'Failed', statuses: ['failed', 'expired', 'refund_fail'] },
] as const satisfies readonly { id: string; label: string; statuses: readonly Transaction['status'][] | undefined }[];

/** A choice of the status filter. */
export type StatusFilterId = (typeof statusFilters)[number]['id'];
