import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#infra/local/seed/open-account.ts';
import type { ApiAnswer } from '#infra/local/seed/api-client.ts';
import { count, type SoakPerson, type SoakWorld } from './soak-world.ts';

/** Time for which a request is repeated, in milliseconds. */
const patienceMs = 120_000;

/** Maximum delay between two tries, in milliseconds. */
const longestPauseMs = 800;

/** A call of the API. With a key it may change something. */
type Call = { readonly method: string; readonly path: string; readonly body?: unknown; readonly key?: string };

/** Answers after which the same request is repeated: outages, a twin under way, an expired session. */
const passing = /^(?:401 InvalidAccessToken|409 RequestInProgress|429 .*|500 .*|503 .*|504 .*)$/;

/**
 * Sends a request with the same key until its answer is final, as the site does when a person presses again. Returns
 * undefined when there was none for two minutes.
 */
export async function insist<T>(
  world: Pick<SoakWorld, 'figures'>,
  person: SoakPerson,
  { method, path, body, key }: Call,
): Promise<ApiAnswer<T> | undefined> {
  const endMs = performance.now() + patienceMs;
  for (let attempt = 0; performance.now() < endMs; attempt += 1) {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await person.client.call<T>(method, path, body, headers).catch(() => undefined);
    if (answer === undefined) count(world, 'lost connections');
    else {
      const name = `${answer.status} ${String((answer.body as { code?: unknown } | undefined)?.code)}`;
      if (!passing.test(name)) return answer;
      count(world, `passing answers ${name}`);
      if (answer.status === 401) await renew(person);
    }
    await sleep(Math.min(longestPauseMs, 25 * 2 ** Math.min(attempt, 6)));
  }
  return undefined;
}

/** Renews a session, one renewal at a time: a second one with the same token would look like a thief's. */
function renew(person: SoakPerson): Promise<void> {
  person.renewal ??= renewed(person).finally(() => {
    person.renewal = undefined;
  });
  return person.renewal;
}

/** A lost answer is asked for again at once; a session that is over is followed by a new one, or by further tries. */
async function renewed({ client, email, password }: SoakPerson): Promise<void> {
  await until(
    `a session of ${email}`,
    async () => {
      const refreshed = await client.call('GET', '/auth/refresh').catch(() => undefined);
      if (refreshed !== undefined && refreshed.status < 300) return true;
      if (refreshed === undefined || refreshed.status >= 500) return undefined;
      const login = await client.call('POST', '/auth/login', { email, password }).catch(() => undefined);
      return login !== undefined && login.status < 300 ? true : undefined;
    },
    patienceMs,
  ).catch(() => undefined);
}
