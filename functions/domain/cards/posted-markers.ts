import type { Id } from '#shared/ids.ts';
import type { IssuerTransaction } from '#functions/ports/card-issuer.ts';

/** Returns the id of the marker that exists once a transaction of a card was posted under this reference. */
export function postedMarker(
  cardId: Id<'card'>,
  { direction, reference }: Pick<IssuerTransaction, 'direction' | 'reference'>,
): string {
  return `posted:${cardId}:${direction}:${reference}`;
}

/** Every reference of a transaction, each once. */
export function referencesOf({
  reference,
  references = [],
}: Pick<IssuerTransaction, 'reference' | 'references'>): readonly string[] {
  return [...new Set([reference, ...references])];
}

/** Returns the ids of a transaction's markers; none for our own loads and withdrawals, which their operations post. */
export function postedMarkersOf(cardId: Id<'card'>, transaction: IssuerTransaction): readonly string[] {
  const { direction } = transaction;
  const references = referencesOf(transaction);
  return references.some(isOurs) ? [] : references.map((reference) => postedMarker(cardId, { direction, reference }));
}

/** True for the reference of one of our own loads or withdrawals. */
export function isOurs(reference: string): boolean {
  return /^op_[0-9A-Z]{26}$/.test(reference);
}
