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

/** True when the provider names a received amount that the deposit does not know yet. */
export function isMoreReceived(deposit: Deposit, payment: Payment): boolean {
  return payment.receivedAmount !== undefined && !isSameDecimal(payment.receivedAmount, deposit.receivedAmount ?? '0');
}
