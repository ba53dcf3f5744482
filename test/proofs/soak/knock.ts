/** Timeout of a request to a control address, in milliseconds. */
const patienceMs = 10_000;

/**
 * Sends a request to a control address once. Returns undefined at a refusal, or without an answer because the part was
 * just killed. The real outcome is read from the simulator's own books at the end.
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
