/** The thirteen statuses of an activity line: the only list of them. They are stored, and on the wire. */
export const transactionStatuses = [
  'pending',
  'processing',
  'confirm_check',
  'paid',
  'paid_over',
  'paid_less',
  'completed',
  'failed',
  'expired',
  'locked',
  'refund_process',
  'refund_fail',
  'refund_paid',
] as const;

/** The status of an activity line. */
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Names of the statuses: the only words for them, on a badge, in a file and in a list of staff. */
export const transactionStatusNames: Readonly<Record<TransactionStatus, string>> = {
  pending: 'Pending',
  processing: 'Processing',
  confirm_check: 'Confirming',
  paid: 'Paid',
  paid_over: 'Paid over',
  paid_less: 'Paid less',
  completed: 'Completed',
  failed: 'Failed',
  expired: 'Expired',
  locked: 'Under review',
  refund_process: 'Refunding',
  refund_fail: 'Refund failed',
  refund_paid: 'Refunded',
};
