import { transactionStatusNames, type TransactionStatus } from '#shared/transaction-statuses.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { meanings } from './transitions.ts';

/** Returns the status of a deposit by the provider's state alone: for its timeline and for staff. */
export function depositStatus(deposit: Pick<Deposit, 'lifecycle' | 'state'>): TransactionStatus {
  return deposit.lifecycle === 'refused' ? 'failed' : meanings[deposit.state].status;
}

/** The statuses in which the provider itself looks into the payment, or sends it back. */
const ofProvider: ReadonlySet<TransactionStatus> = new Set(['locked', 'refund_process', 'refund_fail', 'refund_paid']);

/**
 * Returns the status that the owner sees, in the list and on the deposit's page: a payment that our team reviews is
 * under review, and has failed once the team credits none of it, whatever state the provider reports. A credited
 * deposit keeps its status, unless its payment failed afterwards and is reviewed.
 */
export function shownStatus(
  deposit: Pick<Deposit, 'lifecycle' | 'state' | 'creditedCents' | 'reviewReason' | 'decision'>,
): TransactionStatus {
  const status = depositStatus(deposit);
  // Of a payment that the provider has locked, or sends back, staff refuse only one that it has forgotten.
  const isForgotten = deposit.decision !== undefined && meanings[deposit.state].credit === 'frozen';
  const isUncredited = deposit.creditedCents === 0 && (isForgotten || !ofProvider.has(status));
  if (deposit.reviewReason !== undefined) return isUncredited || status === 'failed' ? 'locked' : status;
  return isUncredited && deposit.decision !== undefined ? 'failed' : status;
}

/**
 * Returns the provider's state in words for staff: the name of its status. Two states share the status `paid_less`, so
 * `partly_paid` has its own words.
 */
export function stateName(state: PaymentState): string {
  return state === 'partly_paid' ? 'Partly paid' : transactionStatusNames[meanings[state].status];
}
