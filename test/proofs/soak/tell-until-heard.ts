import { setTimeout as sleep } from 'node:timers/promises';
import { tell } from '#test/support/money-stack.ts';

/** How long a part may be away before it is taken for gone, in milliseconds. */
const patienceMs = 120_000;

/**
 * Asks a control door until it is heard, as whoever keeps it may just have been killed: only for what may be asked twice.
 * Throws what the door refuses, and a sentence when nobody was there for two minutes.
 */
export async function tellUntilHeard<T>(address: string, body?: unknown, method = 'POST'): Promise<T> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await tell<T>(address, body, method);
    } catch (thrown) {
      // What fetch itself throws: refused, reset, or cut off in the middle.
      if (!(thrown instanceof TypeError)) throw thrown;
      if (performance.now() > endMs) throw new Error(`Nobody answers at ${address} any more.`, { cause: thrown });
    }
    await sleep(100);
  }
}
