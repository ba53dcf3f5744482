import type { Transaction } from './read-books.ts';

type Part = Pick<Transaction, 'kind' | 'type' | 'amountPaid' | 'status'>;

/** Returns a transaction's change of the balance, in cents. */
export function signedCents({ type, amountPaid }: Part): number {
  return type === 'credit' ? amountPaid : -amountPaid;
}

/** Returns a transaction's change of a card's money in cents; negative for money taken off. */
export function landedCents(transaction: Part): number {
  const { kind, amountPaid } = transaction;
  if (kind === 'card_withdrawal' || kind === 'card_closing' || kind === 'card_refund') return -amountPaid;
  return kind === 'card_charge' ? amountPaid : landedOnLoad(transaction);
}

/**
 * Returns the cents that a creation or load put on its card. The rest is our fee: $15 for a creation, and for a load $1
 * and 3 % of the loaded amount, rounded up.
 */
export function landedOnLoad({ kind, amountPaid, status }: Part): number {
  if (status !== 'completed') return 0;
  if (kind === 'card_creation') return amountPaid - 1_500;
  return kind === 'card_load' ? Math.floor(((amountPaid - 100) * 100) / 103) : 0;
}
