import type { Deposit, DepositDecision } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { isSameDecimal } from '#shared/decimal.ts';
import { isSameWord, mismatchesOf, wordOf } from './payment-identity.ts';

/**
 * Returns an admin's decision on a deposit while the provider's statement is still the one it was based on; undefined
 * when it lapsed.
 */
export function holdingDecision(deposit: Deposit, payment: Payment): DepositDecision | undefined {
  const { decision } = deposit;
  if (decision === undefined) return undefined;
  if (decision.takenOn !== undefined) {
    return isSameWord(decision.takenOn, wordOf(payment)) ? decision : undefined;
  }
  const isSame =
    payment.state === decision.state &&
    payment.state === deposit.state &&
    !isMoreReceived(deposit, payment) &&
    mismatchesOf(deposit, payment).length === 0;
  return isSame ? decision : undefined;
}

/** Returns the first of two decisions on a deposit while the provider's statement is still the one it was based on. */
export function holdingProposal({ proposal }: Deposit, payment: Payment): Deposit['proposal'] {
  return proposal?.takenOn !== undefined && isSameWord(proposal.takenOn, wordOf(payment)) ? proposal : undefined;
}

/**
 * True when nothing of a deposit waits for an admin, given the provider's report: a decision on it holds, or the rules
 * were applied.
 */
export function isSettled(deposit: Deposit, payment: Payment): boolean {
  const { waitsSinceMs, reviewReason, proposal } = deposit;
  if (waitsSinceMs !== undefined || reviewReason !== undefined || proposal !== undefined) return false;
  if (holdingDecision(deposit, payment) !== undefined) return true;
  const isApplied = payment.state === deposit.state && !isMoreReceived(deposit, payment);
  return isApplied && mismatchesOf(deposit, payment).length === 0;
}

/**
 * True when an admin refused the rest of a deposit and the provider's report has not changed since. To credit any of
 * the rest then takes two admins.
 */
export function isRefused(deposit: Deposit, payment: Payment): boolean {
  return holdingDecision(deposit, payment)?.isRefusal === true;
}

/** True when the provider names a received amount that the deposit does not know yet. */
export function isMoreReceived(deposit: Deposit, payment: Payment): boolean {
  return payment.receivedAmount !== undefined && !isSameDecimal(payment.receivedAmount, deposit.receivedAmount ?? '0');
}
