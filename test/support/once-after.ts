import type { Store } from '#functions/ports/store.ts';

/** Returns a store that lets something happen once, right after a read and before its caller has the answer. */
export function onceAfter(
  store: Store,
  name: 'get' | 'getBoth' | 'listCardTransactions',
  then: () => Promise<unknown>,
): Store {
  const read = store[name] as (...asked: readonly unknown[]) => Promise<unknown>;
  let isDone = false;
  const reading = async (...asked: readonly unknown[]): Promise<unknown> => {
    const found = await read(...asked);
    if (isDone) return found;
    isDone = true;
    await then();
    return found;
  };
  return { ...store, [name]: reading };
}
