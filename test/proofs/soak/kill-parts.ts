import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerEntry } from '#infra/local/supervisor/process-ledger.ts';
import type { Services } from '#infra/local/supervisor/services.ts';
import { startTimeOf } from '#infra/local/supervisor/start-time-of.ts';
import type { Dice } from '../webhooks/dice.ts';

/**
 * Processes that are killed, with their weights. All functions and workers are threads of the gateway's process, so its
 * death causes many cold starts, several seconds of both cores: it is killed half as often as the database.
 */
const mortal = {
  gateway: 2,
  dynamodb: 4,
  issuer: 3,
  payments: 3,
  sqs: 2,
  mail: 1,
} as const;

type Mortal = keyof typeof mortal;

/** Each name as often as its weight. */
const lots = Object.entries(mortal).flatMap(([name, times]) => Array.from({ length: times }, () => name as Mortal));

/** Percentage of kills that hit two parts at once. */
const pairPercent = 15;

/** Maximum wait for a killed part, in milliseconds. After it, the part has no supervisor that would restart it. */
const absenceMaxMs = 120_000;

/** The results of the killing. */
export type Killing = {
  /** Kills by part. */
  readonly kills: Map<string, number>;
  /** Time that each killed part took to accept connections again, in milliseconds. */
  readonly absencesMs: Map<string, number[]>;
  /** Resolves when every killed part is back. */
  readonly allBack: () => Promise<void>;
};

/** Pauses and ends the kills. `onKill` is called after each kill. */
export type Rest = {
  readonly isOver: () => boolean;
  readonly isPaused: () => boolean;
  readonly onKill: () => void;
};

/**
 * Kills −9 parts of a stack, one or two at a time, every `everyMs` on average, until `isOver`. The supervisor's file
 * lists the processes of the parts; an id counts only while the process has the noted start time.
 */
export async function killParts(
  stack: { readonly services: Services; readonly dataDir: string },
  dice: Dice,
  everyMs: number,
  rest: Rest,
): Promise<Killing> {
  const kills = new Map<string, number>();
  const absencesMs = new Map<string, number[]>();
  const returning = new Map<Mortal, Promise<void>>();
  const killOne = (): void => {
    const [first, ...others] = lots.filter((name) => !returning.has(name));
    const name = first && dice.pick([first, ...others]);
    const pid = name && runningPid(stack.dataDir, name);
    if (name === undefined || pid === undefined) return;
    if (!killHard(pid)) return;
    kills.set(name, (kills.get(name) ?? 0) + 1);
    rest.onKill();
    const killedAt = performance.now();
    const back = untilBack(stack.dataDir, stack.services, name, pid).then(() => {
      returning.delete(name);
      absencesMs.set(name, [...(absencesMs.get(name) ?? []), Math.round(performance.now() - killedAt)]);
    });
    returning.set(name, back);
  };
  let nextAt = performance.now() + everyMs;
  while (!rest.isOver()) {
    await sleep(50);
    if (performance.now() < nextAt || rest.isPaused()) continue;
    // Waits 20 to 179 % of the interval, and longer because of pairs, so that the average number of kills is as
    // requested.
    nextAt += ((everyMs * (20 + dice.below(160))) / 100) * (1 + pairPercent / 100);
    killOne();
    if (dice.percent(pairPercent)) killOne();
  }
  return { kills, absencesMs, allBack: async () => void (await Promise.all(returning.values())) };
}

/** Kills a process. Returns false when it has just ended by itself. */
function killHard(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Returns the id of a part's present process; undefined while it has none. */
function runningPid(dataDir: string, name: string): number | undefined {
  const file = path.join(dataDir, 'processes.json');
  if (!existsSync(file)) return undefined;
  const entries = JSON.parse(readFileSync(file, 'utf8')) as readonly LedgerEntry[];
  const entry = entries.find((each) => each.name === name);
  return entry !== undefined && startTimeOf(entry.pid) === entry.startedAt ? entry.pid : undefined;
}

async function untilBack(dataDir: string, services: Services, name: Mortal, deadPid: number): Promise<void> {
  const addresses = { ...services, gateway: services.site };
  const endMs = performance.now() + absenceMaxMs;
  while (performance.now() < endMs) {
    await sleep(40);
    const pid = runningPid(dataDir, name);
    if (pid !== undefined && pid !== deadPid && (await takesConnections(addresses[name]))) return;
  }
}

function takesConnections(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => (socket.destroy(), resolve(false)));
  });
}
