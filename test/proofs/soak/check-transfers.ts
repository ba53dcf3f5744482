import { landedCents } from './transaction-cents.ts';
import type { Transaction, TheirCard } from './read-books.ts';
import type { SoakWorld } from './soak-world.ts';

/** Checks that the issuer's transfers between us and cards are in our lists, each once. */
export function checkTransfers(
  { violations }: Pick<SoakWorld, 'violations'>,
  transactions: readonly Transaction[],
  theirCards: readonly TheirCard[],
): void {
  const transfers = theirCards.flatMap((card) => card.transfers);
  const known = new Map(transactions.map((transaction) => [transaction._id, transaction]));
  const seen = new Set<string>();
  for (const { reference, kind, cents, status } of transfers) {
    if (seen.has(reference)) violations.push(`the issuer has carried out ${reference} twice`);
    seen.add(reference);
    const ours = known.get(reference);
    if (ours === undefined) violations.push(`the issuer has a ${kind} ${reference} that is in no list of ours`);
    else if (status === 'SUCCESSFUL' && (ours.status !== 'completed' || Math.abs(landedCents(ours)) !== cents)) {
      violations.push(
        `${reference} moved ${cents} cents at the issuer; here it is ${ours.status}, ${landedCents(ours)}`,
      );
    } else if (status !== 'SUCCESSFUL' && ours.status === 'completed' && ours.kind !== 'card_closing') {
      violations.push(`${reference} is completed here, but ${status} at the issuer`);
    }
  }
  for (const { _id, kind, status, amountPaid } of transactions) {
    const isMoved = ['card_creation', 'card_load', 'card_withdrawal'].includes(kind);
    if (isMoved && status === 'completed' && amountPaid !== 0 && !seen.has(_id)) {
      violations.push(`${kind} ${_id} is completed here, but the issuer knows nothing of it`);
    }
  }
}
