import type { ReplyOf } from '#shared/contract/index.ts';

/** One line of the account's activity list. */
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

/** Every kind of activity line. */
export const kinds = Object.keys(kindNames) as Transaction['kind'][];

/** The name of an activity line. */
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
