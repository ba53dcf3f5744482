import type { Store } from '#functions/ports/store.ts';

/** Wraps a store and counts its round trips: parallel requests are one. */
export function countRoundTrips(store: Store): { readonly store: Store; readonly roundTrips: () => number } {
  let roundTrips = 0;
  let turn: Promise<void> | undefined;
  const nextTurn = (): Promise<void> => {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined;
        roundTrips += 1;
        resolve();
      });
    });
    return turn;
  };
  const counting = new Proxy(store, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        await nextTurn();
        return Reflect.apply(member, target, given) as unknown;
      };
    },
  });
  return { store: counting, roundTrips: () => roundTrips };
}
