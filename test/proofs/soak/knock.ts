/** Timeout of a simulator's door, in milliseconds. */
const patienceMs = 10_000;

/**
 * Asks for something at a control door, once. Undefined when there was no answer, because its part was just killed, or
 * when the door refuses: what really happened is in the simulator's own books at the end.
 */
export async function knock<T>(address: string, body?: unknown, method = 'POST'): Promise<T | undefined> {
  try {
    const response = await fetch(address, {
      method,
      ...(method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer = (await response.json()) as T;
    return response.ok ? answer : undefined;
  } catch {
    return undefined;
  }
}
