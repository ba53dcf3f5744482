import type { Movement } from './read-books.ts';

type Part = Pick<Movement, 'kind' | 'type' | 'amountPaid' | 'status'>;

/** What a movement changed the balance by. */
export function signedCents({ type, amountPaid }: Part): number {
  return type === 'credit' ? amountPaid : -amountPaid;
}

/** What a movement put on a card; negative for what it took off. */
export function landedCents(movement: Part): number {
  const { kind, amountPaid } = movement;
  if (kind === 'card_withdrawal' || kind === 'card_closing' || kind === 'card_refund') return -amountPaid;
  return kind === 'card_charge' ? amountPaid : landedOnLoad(movement);
}

/** What a creation or load put on its card: the rest is our fee, 3 % of what lands, rounded up, and $1; or $15. */
export function landedOnLoad({ kind, amountPaid, status }: Part): number {
  if (status !== 'completed') return 0;
  if (kind === 'card_creation') return amountPaid - 1_500;
  return kind === 'card_load' ? Math.floor(((amountPaid - 100) * 100) / 103) : 0;
}
