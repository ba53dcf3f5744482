import { setTimeout as sleep } from 'node:timers/promises';
import { callDoor } from '#test/support/money-stack.ts';

/** Time after which an absent part counts as gone, in milliseconds. */
const patienceMs = 120_000;

/**
 * Sends a request to a control address until it is answered, because the process may just have been killed. Only for
 * requests that may be sent twice. Throws at a refusal, and when there was no answer for two minutes.
 */
export async function askUntilAnswered<T>(address: string, body?: unknown, method = 'POST'): Promise<T> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await callDoor<T>(address, body, method);
    } catch (thrown) {
      // Errors of fetch itself: refused, reset, or cut off in the middle.
      if (!(thrown instanceof TypeError)) throw thrown;
      if (performance.now() > endMs) throw new Error(`Nobody answers at ${address} any more.`, { cause: thrown });
    }
    await sleep(100);
  }
}
