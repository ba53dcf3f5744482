import type { ReplyOf } from '#shared/contract/index.ts';

/** One line of the account's movement list. */
export type Transaction = ReplyOf<'transactions.list'>[number];

const kindNames: Record<Transaction['kind'], string> = {
  deposit: 'Deposit',
  deposit_refund: 'Deposit refund',
  card_creation: 'Card created',
  card_load: 'Card load',
  card_withdrawal: 'Card withdrawal',
  card_closing: 'Card closed',
  card_refund: 'Card refund',
  card_charge: 'Card charge',
  referral_bonus: 'Referral bonus',
  referral_payout: 'Referral payout',
  adjustment: 'Adjustment',
};

/** What a movement is called. */
export function kindName(kind: Transaction['kind']): string {
  return kindNames[kind];
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

/**
 * The rows that match what was typed and chosen: description, kind, TID, status or amount, or what `more` tells of a row, in
 * any case.
 */
export function filterTransactions(
  rows: readonly Transaction[],
  search: string,
  filterId: StatusFilterId,
  more: (row: Transaction) => string = () => '',
): readonly Transaction[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const statuses: readonly string[] | undefined = statusFilters.find((filter) => filter.id === filterId)?.statuses;
  return rows.filter((row) => {
    if (statuses && !statuses.includes(row.status)) return false;
    const amounts = `${(row.amount / 100).toFixed(2)} ${(row.amountPaid / 100).toFixed(2)}`;
    const text =
      `${row.description} ${kindName(row.kind)} ${row.tid} ${row.status} ${amounts} ${more(row)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
