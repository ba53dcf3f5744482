import type { IssuerTransaction } from '#functions/ports/card-issuer.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Store } from '#functions/ports/store.ts';
import { postedMarkersOf, referencesOf } from './posted-markers.ts';

/**
 * Number of the card's newest lines that are read beyond the length of the issuer's page: declines and our own loads
 * lie between.
 */
const moreLines = 10;

/**
 * Returns those of a card's transactions that have a reference not known to be posted, in their order;
 * `postIssuerTransaction` checks them. The card's newest lines show nearly all posted ones in one query. The markers,
 * which are never removed, show the rest in one batch, also those whose lines lag.
 */
export async function withoutPosted(
  store: Pick<Store, 'getMany' | 'listCardTransactions'>,
  { cardId, transactionCount }: Pick<Card, 'cardId' | 'transactionCount'>,
  transactions: readonly IssuerTransaction[],
): Promise<readonly IssuerTransaction[]> {
  const asked = transactions.filter((each) => postedMarkersOf(cardId, each).length > 0);
  if (asked.length === 0) return [];
  const from = Math.max(1, transactionCount - asked.length - moreLines);
  const lines =
    transactionCount === 0
      ? []
      : await store.listCardTransactions(cardId, { from, to: transactionCount, mayLag: true });
  const known = new Set(lines.filter(({ status }) => status !== 'declined').flatMap(placesOf));
  const rest = asked.filter((each) => placesOf(each).some((place) => !known.has(place)));
  if (rest.length === 0) return [];
  const markers = await store.getMany(
    'marker',
    rest.flatMap((each) => postedMarkersOf(cardId, each)).map((markerId) => ({ markerId })),
  );
  const posted = new Set(markers.flatMap((marker) => (marker ? [marker.markerId] : [])));
  return rest.filter((each) => postedMarkersOf(cardId, each).some((markerId) => !posted.has(markerId)));
}

/** The names of a posted transaction: its direction with each of its references. */
function placesOf(transaction: Pick<CardTransaction, 'direction' | 'reference' | 'references'>): readonly string[] {
  const { reference, references = [] } = transaction;
  return referencesOf({ reference, references }).map((each) => `${transaction.direction}:${each}`);
}
