import type { Deposit, DepositReference } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';

/** Maximum number of ids under which a deposit can be found; a payment in parts has a transfer for each. */
const referencesMax = 20;

/**
 * An id of the payment provider, or of a transfer on a chain, as it is stored and looked up: hexadecimal ones in lower
 * case and without `0x`, others as they are, for their case matters. Undefined for a text that is too short to be one.
 */
export function referenceForm(text: string): string | undefined {
  const hexadecimal = /^(?:0x)?([0-9a-f-]{32,128})$/i.exec(text)?.[1];
  if (hexadecimal !== undefined) return hexadecimal.toLowerCase();
  return /^[\w+/=-]{32,128}$/.test(text) ? text : undefined;
}

/** Returns the items that lead from a payment's ids to its deposit and are not stored yet. */
export function newReferences(deposit: Deposit, payment: Payment): readonly DepositReference[] {
  const { depositId, userId, references: stored = [] } = deposit;
  const reported = [payment.paymentId, payment.txid].flatMap((id) => referenceForm(id ?? '') ?? []);
  const fresh = [...new Set(reported)].filter((reference) => !stored.includes(reference));
  return fresh.slice(0, referencesMax - stored.length).map((reference) => ({ reference, depositId, userId }));
}
