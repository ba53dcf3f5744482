import { transactionStatusNames, type TransactionStatus } from '#shared/transaction-statuses.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { meanings } from './transitions.ts';

/** Returns a deposit's status on the wire. */
export function depositStatus(deposit: Pick<Deposit, 'lifecycle' | 'state'>): TransactionStatus {
  return deposit.lifecycle === 'refused' ? 'failed' : meanings[deposit.state].status;
}

/**
 * Returns the provider's state in words for staff: the name of its status. Two states share the status `paid_less`, so
 * `partly_paid` has its own words.
 */
export function stateName(state: PaymentState): string {
  return state === 'partly_paid' ? 'Partly paid' : transactionStatusNames[meanings[state].status];
}
