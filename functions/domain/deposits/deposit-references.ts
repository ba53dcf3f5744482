import { referenceForm } from '#shared/search-form.ts';
import type { Deposit, DepositReference } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';

/** Maximum number of ids under which a deposit can be found; a payment in parts has a transfer for each. */
const referencesMax = 20;

/** Returns the items that lead from a payment's ids to its deposit and are not stored yet. */
export function newReferences(deposit: Deposit, payment: Payment): readonly DepositReference[] {
  const { depositId, userId, references: stored = [] } = deposit;
  const reported = [payment.paymentId, payment.txid].flatMap((id) => referenceForm(id ?? '') ?? []);
  const fresh = [...new Set(reported)].filter((reference) => !stored.includes(reference));
  return fresh.slice(0, referencesMax - stored.length).map((reference) => ({ reference, depositId, userId }));
}
