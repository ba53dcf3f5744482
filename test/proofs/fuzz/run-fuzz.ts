import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { StackAddresses } from '#infra/local/seed/open-account.ts';
import { castActors } from './cast.ts';
import { judgeAnswer } from './judge-answer.ts';
import { changesOf, openTable } from './table-state.ts';
import { send, type WireAnswer } from './wire.ts';
import type { WrongRequest } from './wrong-request.ts';
import { wrongRequests } from './wrong-requests.ts';

/** The number of requests, and their seed. */
export type FuzzOptions = {
  readonly requests: number;
  readonly seed: number;
  /** Called after each batch with the number of sent requests and of kinds of faults so far. */
  readonly onProgress?: (sent: number, faults: number) => void;
};

/** The result of a run. */
export type FuzzReport = {
  readonly sent: number;
  /** Number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /**
   * The first wrong answer of each kind, with all that is needed to send its request again, and changes of the table.
   */
  readonly faults: readonly string[];
};

/** Maximum number of requests at the same time. */
const width = 16;
/** Maximum number of reveals per batch: the issuer allows one in three seconds, and more would delay the batch. */
const revealsInBatch = 3;
/** Number of requests between two reads of the table. */
const batchSize = 2_000;
/** Delay between two sign-ins, in milliseconds: sessions last fifteen minutes. */
const signInEveryMs = 8 * 60_000;

/**
 * Sends wrong requests to every route of a running stack. Checks that each is refused correctly and changes nothing.
 */
export async function runFuzz(
  stack: StackAddresses & { readonly dynamodb: string },
  servicesFile: string,
  { requests, seed, onProgress }: FuzzOptions,
): Promise<FuzzReport> {
  const cast = await castActors(stack, servicesFile);
  const readTable = openTable(stack.dynamodb);
  const statuses = new Map<number, number>();
  const faults = new Map<string, string>();
  let drawn = 0;
  let sent = 0;
  let signedInAtMs = -Infinity;
  let before = await readTable();
  while (sent < requests) {
    if (performance.now() - signedInAtMs > signInEveryMs) {
      await cast.signIn();
      signedInAtMs = performance.now();
      before = await readTable();
    }
    const numRuns = Math.min(batchSize, requests - sent);
    const batch = withFewReveals(fc.sample(wrongRequests(cast), { numRuns, seed: seed + drawn }));
    await sendAll(stack.site, batch, (wrong, status, fault) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (fault !== undefined) {
        const kind = `${wrong.routeId}, ${wrong.how}: ${fault.slice(0, 60)}`;
        if (faults.has(kind)) return;
        const log = status >= 500 ? lastLogLines(servicesFile, wrong.routeId) : '';
        faults.set(kind, `${wrong.routeId}, ${wrong.how}: ${fault}\n    ${shown(wrong)}${log}`);
      }
    });
    const after = await readTable();
    const changed = changesOf(before, after);
    before = after;
    if (changed.length > 0) {
      faults.set(`state ${sent}`, `the requests from ${sent} on (seed ${seed + drawn}) changed ${changed.join('; ')}`);
    }
    drawn += numRuns;
    sent += batch.length;
    onProgress?.(sent, faults.size);
  }
  return { sent, statuses, faults: [...faults.values()] };
}

async function sendAll(
  site: string,
  batch: readonly WrongRequest[],
  report: (wrong: WrongRequest, status: number, fault: string | undefined) => void,
): Promise<void> {
  // Requests to one route are sent one after another: there are more routes than workers, and starting one is
  // expensive.
  const waiting = Map.groupBy(batch, ({ routeId }) => routeId).values();
  const work = async (): Promise<void> => {
    for (const run of waiting) {
      for (const wrong of run) {
        try {
          const answer = await sendUntilTaken(site, wrong);
          report(wrong, answer.status, judgeAnswer(wrong, answer));
        } catch (error) {
          report(wrong, 0, `no answer: ${String(error)}`);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** Maximum number of times that a request is sent which gets 503 `Busy`. */
const busyTries = 20;

/**
 * Sends a request, and again after two seconds while it gets 503 `Busy`, as the reply asks for: on a machine with forty
 * processes a function that starts may wait longer for its secrets than a call to AWS may take.
 */
async function sendUntilTaken(site: string, wrong: WrongRequest): Promise<WireAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send(site, wrong);
    if (answer.status !== 503 || !answer.text.includes('"code":"Busy"') || tries >= busyTries) return answer;
    await sleep(2_000);
  }
}

/** Returns the last lines of a function's log, because a 500 may also come from a function that died. */
function lastLogLines(servicesFile: string, routeId: string): string {
  const file = path.join(path.dirname(servicesFile), 'logs', `${routeId}.log`);
  if (!existsSync(file)) return '\n    no log';
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(-3);
  return lines.map((line) => `\n    ${line.slice(0, 600)}`).join('');
}

function withFewReveals(batch: readonly WrongRequest[]): readonly WrongRequest[] {
  let reveals = 0;
  return batch.filter(({ routeId }) => routeId !== 'cards.reveal' || (reveals += 1) <= revealsInBatch);
}

/** Describes a request so that a person can send it again; its session is left out. */
function shown({ method, path, headers, body }: WrongRequest): string {
  const { cookie: _session, ...others } = headers;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(others).slice(0, 300)} ${(body ?? '').toString().slice(0, 300)}`;
}
