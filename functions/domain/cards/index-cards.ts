import type { Card } from '#functions/ports/entities/cards.ts';
import { insert, WriteConflict, type Store } from '#functions/ports/store.ts';

/**
 * Stores the owners of cards that were made before owners were stored. Reads all people's cards, page by page. A second
 * run adds nothing.
 */
export async function indexCards(store: Store): Promise<{ readonly people: number; readonly indexed: number }> {
  let [people, indexed] = [0, 0];
  let cursor: string | undefined;
  do {
    const page = await store.listUsers({ limit: 100, cursor });
    for (const { userId } of page.items) {
      people += 1;
      const made = (await store.listCards(userId)).filter(({ last4Digits }) => last4Digits !== '');
      const known = await store.getMany('cardOwner', made);
      for (const card of made.filter((_, place) => known[place] === undefined)) {
        if (await isAdded(store, card)) indexed += 1;
      }
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { people, indexed };
}

/** Stores the owner of a card. Returns false when another call has just stored it. */
async function isAdded(store: Store, { cardId, userId, last4Digits }: Card): Promise<boolean> {
  try {
    await store.commit([insert('cardOwner', { cardId, userId, last4Digits })]);
    return true;
  } catch (thrown) {
    if (thrown instanceof WriteConflict) return false;
    throw thrown;
  }
}
