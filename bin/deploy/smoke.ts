import type { Clock } from '#functions/ports/clock.ts';

/** A call that a deployment has to answer, and the answer. */
type Probe = {
  readonly path: string;
  readonly status: number;
  readonly type: string;
  /** A text that must be in the answer. */
  readonly holds: string;
};

/** Calls that need no session: the page, the API behind its authorizer, the API behind the database. */
const probes: readonly Probe[] = [
  { path: '/', status: 200, type: 'text/html', holds: '<title>' },
  { path: '/api/user', status: 401, type: 'application/json', holds: '"InvalidAccessToken"' },
  { path: '/api/status', status: 200, type: 'application/json', holds: '"parts"' },
];

/** Maximum time to wait for one answer, in milliseconds. */
const answerMs = 20_000;

type Needs = { readonly fetch: typeof fetch; readonly clock: Clock };

/**
 * Calls a deployment as a stranger would. Returns one sentence for each wrong reply, none when all are right. Failed
 * calls are repeated for `patienceMs`, because an edge learns of a change within minutes.
 */
export async function smoke(needs: Needs, origin: string, patienceMs: number): Promise<readonly string[]> {
  const untilMs = needs.clock.now() + patienceMs;
  for (;;) {
    const troubles = (await Promise.all(probes.map((probe) => troubleWith(needs, origin, probe)))).flat();
    if (troubles.length === 0 || needs.clock.now() >= untilMs) return troubles;
    await needs.clock.sleep(10_000);
  }
}

async function troubleWith({ fetch }: Needs, origin: string, probe: Probe): Promise<readonly string[]> {
  const call = `GET ${origin}${probe.path}`;
  try {
    const response = await fetch(`${origin}${probe.path}`, {
      signal: AbortSignal.timeout(answerMs),
      redirect: 'manual',
    });
    const text = await response.text();
    if (response.status !== probe.status) return [`${call} answered ${response.status}, not ${probe.status}.`];
    const type = response.headers.get('content-type') ?? 'no type';
    if (!type.startsWith(probe.type)) return [`${call} answered ${type}, not ${probe.type}.`];
    return text.includes(probe.holds) ? [] : [`${call} answered without ${probe.holds}.`];
  } catch (thrown) {
    return [`${call} was not answered: ${thrown instanceof Error ? thrown.message : 'no reason given'}.`];
  }
}
