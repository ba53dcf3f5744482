import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { JobRunner, JobWish } from '../events/job-runner.ts';
import type { VirtualClock } from '../lambda/virtual-clock.ts';
import type { HealthReport } from './health.ts';
import { readBody } from './read-body.ts';

/** The parts of the stack that the control door reaches. */
export type ControlDoor = {
  readonly jobs: JobRunner;
  readonly clock: VirtualClock;
  readonly health: () => Promise<HealthReport>;
  /** Base URLs of the parts that keep a clock of their own, which has to move along. */
  readonly followers: Readonly<Record<string, string>>;
  /** Providers that run elsewhere, in a time of their own. */
  readonly outside: readonly string[];
};

type Answer = { readonly status: number; readonly body: unknown };

const longestAdvanceMs = 10 * 366 * 86_400_000;

/**
 * The local stack's own door, on a port of its own that nothing deploys: jobs, health and the clock. A web page must
 * not be able to use it through the developer's browser, so requests with a foreign origin or host are refused.
 */
export function createControlDoor(door: ControlDoor): Server {
  return createServer((request, response) => {
    void answer(door, request)
      .catch((error: unknown): Answer => ({ status: 500, body: { message: String(error) } }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end(`${JSON.stringify(body)}\n`);
      });
  });
}

async function answer(door: ControlDoor, request: IncomingMessage): Promise<Answer> {
  if (isForeign(request)) return { status: 403, body: { message: 'The control door is for local tools only.' } };
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const job = /^\/jobs\/([\w.-]+)$/.exec(path)?.[1];
  if (request.method === 'POST' && job !== undefined) return runJob(door.jobs, job, await readBody(request, 10_000));
  switch (`${request.method} ${path}`) {
    case 'GET /jobs':
      return { status: 200, body: door.jobs.names() };
    case 'GET /health': {
      const report = await door.health();
      return { status: report.ok ? 200 : 503, body: report };
    }
    case 'GET /clock':
      return { status: 200, body: clockState(door.clock) };
    case 'POST /clock':
      return advanceClock(door, await readBody(request, 10_000));
    default:
      return { status: 404, body: { message: 'POST /jobs/{name}, GET /jobs, GET /health, GET and POST /clock' } };
  }
}

/** Browsers say where a request comes from, and a rebound DNS name shows in the host; scripts send neither. */
function isForeign({ headers }: IncomingMessage): boolean {
  const own = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(headers.host ?? '');
  const site = headers['sec-fetch-site'];
  const fromPage = headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
  return !own || fromPage || (site !== undefined && site !== 'none' && site !== 'same-origin');
}

async function runJob(jobs: JobRunner, name: string, body: Buffer | undefined): Promise<Answer> {
  const run = jobs.runNow(name, readWish(body));
  if (!run) return { status: 404, body: { message: `There is no job ${name}.`, jobs: jobs.names() } };
  const { ok, result } = await run;
  return { status: ok ? 200 : 500, body: { job: name, ok, result } };
}

/** Reads the options of a job. A body that is no JSON object has none. */
function readWish(body: Buffer | undefined): JobWish {
  try {
    const wish: unknown = JSON.parse(body?.toString() ?? '');
    return wish !== null && typeof wish === 'object' && !Array.isArray(wish) ? (wish as JobWish) : {};
  } catch {
    return {};
  }
}

async function advanceClock({ clock, followers, outside }: ControlDoor, body: Buffer | undefined): Promise<Answer> {
  const advanceMs = readAdvance(body);
  if (advanceMs === undefined) {
    return { status: 400, body: { message: 'advanceMs is how many milliseconds to move forward: a whole number.' } };
  }
  clock.advance(advanceMs);
  const failures = await Promise.all(
    Object.entries(followers).map(async ([name, url]) => {
      const error = await advanceFollower(`${url}/sandbox/clock`, advanceMs);
      return error === undefined ? [] : [`${name}: ${error}`];
    }),
  );
  const behind = failures.flat();
  return {
    status: behind.length > 0 ? 502 : 200,
    body: { ...clockState(clock), ...(behind.length > 0 && { behind }), ...(outside.length > 0 && { outside }) },
  };
}

function readAdvance(body: Buffer | undefined): number | undefined {
  try {
    const { advanceMs } = JSON.parse(body?.toString() ?? '') as { advanceMs?: unknown };
    const valid = typeof advanceMs === 'number' && Number.isSafeInteger(advanceMs) && advanceMs >= 0;
    return valid && advanceMs <= longestAdvanceMs ? advanceMs : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Timeout for a simulator to move its clock, in milliseconds. It first delivers every webhook of the time between, one
 * after another, which takes long on a busy machine.
 */
const followTimeoutMs = 90_000;

/**
 * Moves the clock of a part. Returns the error, if any. A part that was just killed is back in a moment, so a refused
 * connection is tried again; no other failure is, so that no time passes twice.
 */
async function advanceFollower(url: string, advanceMs: number): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceMs }),
        signal: AbortSignal.timeout(followTimeoutMs),
      });
      await response.body?.cancel();
      return response.ok ? undefined : `answered ${response.status}`;
    } catch (error) {
      const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
      if (code !== 'ECONNREFUSED' || attempt === 20) return String(code ?? error);
      await sleep(150);
    }
  }
}

function clockState(clock: VirtualClock): Record<string, unknown> {
  return { now: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs() };
}
