import type { Store } from '#functions/ports/store.ts';

/** A store that counts how often one waited for it: what is asked for at once is one round trip. */
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
