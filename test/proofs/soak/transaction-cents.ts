import type { Transaction } from './read-books.ts';

type Part = Pick<Transaction, 'kind' | 'type' | 'amountPaid' | 'status'>;

/** A transaction's change of the balance. */
export function signedCents({ type, amountPaid }: Part): number {
  return type === 'credit' ? amountPaid : -amountPaid;
}

/** A transaction's change of a card's money; negative for money taken off. */
export function landedCents(transaction: Part): number {
  const { kind, amountPaid } = transaction;
  if (kind === 'card_withdrawal' || kind === 'card_closing' || kind === 'card_refund') return -amountPaid;
  return kind === 'card_charge' ? amountPaid : landedOnLoad(transaction);
}

/**
 * The amount that a creation or load put on its card: the rest is our fee, 3 % of that amount, rounded up, and $1; or
 * $15.
 */
export function landedOnLoad({ kind, amountPaid, status }: Part): number {
  if (status !== 'completed') return 0;
  if (kind === 'card_creation') return amountPaid - 1_500;
  return kind === 'card_load' ? Math.floor(((amountPaid - 100) * 100) / 103) : 0;
}
