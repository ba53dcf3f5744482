import type { Id } from '#shared/ids.ts';
import type { IssuerTransaction } from '#functions/ports/card-issuer.ts';
import type { Store } from '#functions/ports/store.ts';
import { postedMarkersOf } from './posted-markers.ts';

/**
 * Returns those of a card's transactions of which not every reference is known to be posted, in their order. A marker is
 * never removed, so what is left out needs no further look; what is kept is looked at by `postIssuerTransaction`. One
 * round trip for a page, where each line had two.
 */
export async function withoutPosted(
  store: Pick<Store, 'getMany'>,
  cardId: Id<'card'>,
  transactions: readonly IssuerTransaction[],
): Promise<readonly IssuerTransaction[]> {
  const markerIds = transactions.flatMap((transaction) => postedMarkersOf(cardId, transaction));
  if (markerIds.length === 0) return [];
  const found = await store.getMany(
    'marker',
    markerIds.map((markerId) => ({ markerId })),
  );
  const posted = new Set(found.flatMap((marker) => (marker ? [marker.markerId] : [])));
  return transactions.filter((each) => postedMarkersOf(cardId, each).some((markerId) => !posted.has(markerId)));
}
