import type { Store } from '#functions/ports/store.ts';

/**
 * Returns a store whose reads may lag by seconds, at half the price: for items that are read again before anything is
 * reported.
 */
export function laggingReads(store: Store): Store {
  return {
    ...store,
    get: (kind, key) => store.get(kind, key, { mayLag: true }),
    getMany: (kind, keys) => store.getMany(kind, keys, { mayLag: true }),
    listCards: (userId) => store.listCards(userId, { mayLag: true }),
    listActivity: (userId, page) => store.listActivity(userId, { ...page, mayLag: true }),
    listCardTransactions: (cardId, range) => store.listCardTransactions(cardId, { ...range, mayLag: true }),
    listEntries: (ownerId, range) => store.listEntries(ownerId, { ...range, mayLag: true }),
  };
}
