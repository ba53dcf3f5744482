import type { Transaction } from './read-books.ts';

type Part = Pick<Transaction, 'kind' | 'type' | 'amountPaid' | 'status'>;

/** What a transaction changed the balance by. */
export function signedCents({ type, amountPaid }: Part): number {
  return type === 'credit' ? amountPaid : -amountPaid;
}

/** What a transaction put on a card; negative for what it took off. */
export function landedCents(transaction: Part): number {
  const { kind, amountPaid } = transaction;
  if (kind === 'card_withdrawal' || kind === 'card_closing' || kind === 'card_refund') return -amountPaid;
  return kind === 'card_charge' ? amountPaid : landedOnLoad(transaction);
}

/** What a creation or load put on its card: the rest is our fee, 3 % of what lands, rounded up, and $1; or $15. */
export function landedOnLoad({ kind, amountPaid, status }: Part): number {
  if (status !== 'completed') return 0;
  if (kind === 'card_creation') return amountPaid - 1_500;
  return kind === 'card_load' ? Math.floor(((amountPaid - 100) * 100) / 103) : 0;
}
