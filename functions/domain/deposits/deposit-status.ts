import { transactionStatusNames, type TransactionStatus } from '#shared/transaction-statuses.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { meanings } from './transitions.ts';

/** A deposit's status on the wire. */
export function depositStatus(deposit: Pick<Deposit, 'lifecycle' | 'state'>): TransactionStatus {
  return deposit.lifecycle === 'refused' ? 'failed' : meanings[deposit.state].status;
}

/** The provider's state in words for staff: its status by name, which two states share. */
export function stateName(state: PaymentState): string {
  return state === 'partly_paid' ? 'Partly paid' : transactionStatusNames[meanings[state].status];
}
