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
