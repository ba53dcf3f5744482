import type { TransactionStatus } from '#shared/transaction-statuses.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { meanings } from './transitions.ts';

/** A deposit's status on the wire. */
export function depositStatus(deposit: Pick<Deposit, 'lifecycle' | 'state'>): TransactionStatus {
  return deposit.lifecycle === 'refused' ? 'failed' : meanings[deposit.state].status;
}
