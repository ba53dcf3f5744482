import type { ApiAnswer } from '#infra/local/seed/api-client.ts';

/** Sends a call many times at once, each until it is taken. */
export function atOnce<T>(times: number, call: (index: number) => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => untilTaken(() => call(index))));
}

/**
 * Repeats a call that was answered with 503, as that answer asks for: on a slow machine a hundred at once may not fit
 * into the gateway's thirty seconds, or get in each other's way for too long.
 */
export async function untilTaken<T>(call: () => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
}
