import { referenceForm } from '#shared/search-form.ts';
import type { Cents } from '#shared/money.ts';
import type { Deposit, DepositReference } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';

/** Maximum number of ids under which a deposit can be found; a payment in parts has a transfer for each. */
const referencesMax = 20;

/**
 * Returns the items that lead to a deposit and are not stored yet: by the ids of its payment, and by the credited sum
 * where it differs from the requested one.
 */
export function newReferences(deposit: Deposit, payment: Payment, creditedCents: Cents): readonly DepositReference[] {
  const { depositId, userId, references: stored = [] } = deposit;
  const reported = [payment.paymentId, payment.txid].flatMap((id) => referenceForm(id ?? '') ?? []);
  const named = [...reported, ...creditedReferences(deposit, creditedCents)];
  const fresh = [...new Set(named)].filter((reference) => !stored.includes(reference));
  return fresh.slice(0, referencesMax - stored.length).map((reference) => ({ reference, depositId, userId }));
}

/**
 * Returns the key under which a deposit is found by its credited sum. Empty when that sum is zero or the requested
 * amount, by which the deposit's line is found.
 */
export function creditedReferences(
  { amountCents, createdAtMs }: Pick<Deposit, 'amountCents' | 'createdAtMs'>,
  creditedCents: Cents,
): readonly string[] {
  return creditedCents === 0 || creditedCents === amountCents ? [] : [creditedReference(creditedCents, createdAtMs)];
}

/** Returns the key of a credited sum in the UTC month in which the deposit was requested: `credited:4812:2026-11`. */
export function creditedReference(creditedCents: Cents, createdAtMs: number): string {
  return `credited:${creditedCents}:${new Date(createdAtMs).toISOString().slice(0, 7)}`;
}
