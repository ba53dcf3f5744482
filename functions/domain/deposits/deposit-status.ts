import type { Deposit, MovementStatus } from '#functions/ports/entities.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';

const statuses: Readonly<Record<PaymentState, MovementStatus>> = {
  waiting: 'pending',
  confirming: 'confirm_check',
  // Received, waiting for the rest: shown as received, credited when final.
  partly_paid: 'paid_less',
  paid: 'paid',
  paid_over: 'paid_over',
  paid_less: 'paid_less',
  expired: 'expired',
  failed: 'failed',
  locked: 'locked',
  refunding: 'refund_process',
  refund_failed: 'refund_fail',
  refunded: 'refund_paid',
};

/** A deposit's status on the wire. */
export function depositStatus(deposit: Pick<Deposit, 'lifecycle' | 'state'>): MovementStatus {
  return deposit.lifecycle === 'refused' ? 'failed' : statuses[deposit.state];
}
