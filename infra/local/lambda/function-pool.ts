import { randomUUID } from 'node:crypto';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FunctionDefinition } from '../../definition/types.ts';
import { startExecutionEnvironment } from './execution-environment.ts';
import type { ExecutionEnvironment, PlacedFunction } from './execution-environment.ts';
import type { FunctionLogs } from './function-logs.ts';
import { failed, payloadLimitBytes } from './invocation.ts';
import type { InvocationOutcome } from './invocation.ts';

/** Maximum numbers of living workers. */
export type PoolLimits = {
  readonly perFunction: number;
  readonly total: number;
  /** Time after which an idle worker is ended, in milliseconds. */
  readonly idleMs: number;
};

/** Memory below which a machine keeps few workers, in bytes. */
const roomyBytes = 12 * 2 ** 30;

/**
 * Limits by the machine's memory. Starting a worker takes about 0.2 s of CPU, and a waiting one takes only 18 to 30 MB:
 * with enough memory, each function keeps its worker while the product is in use.
 */
const defaultPoolLimits: PoolLimits =
  totalmem() < roomyBytes
    ? { perFunction: 8, total: 30, idleMs: 120_000 }
    : { perFunction: 8, total: 80, idleMs: 600_000 };

/** The settings of the pool. */
export type PoolSettings = {
  readonly functions: readonly FunctionDefinition[];
  readonly folderOf: (functionId: string) => string;
  /** See buildWorker. */
  readonly workerScript: string;
  readonly variablesOf: (fn: FunctionDefinition) => Readonly<Record<string, string>>;
  readonly region: string;
  readonly clock: SharedArrayBuffer;
  readonly logs: FunctionLogs;
  /** Called when an event has ended, well or not. */
  readonly onEnded?: () => void;
  readonly limits?: PoolLimits;
  /**
   * True when a worker runs the events of all functions, one at a time, instead of those of one function. The bundles
   * then have to come from build-together.ts.
   */
  readonly isTogether?: boolean;
};

/** Maximum size of the young generation of a worker, in MB: Node's default lets each of them grow to 48. */
const youngMb = { apart: 6, together: 16 };

/** Number of shared workers that are started without a wait, so that code that races on Lambda races here too. */
const togetherAtLeast = 4;

/** Stands for all functions where they share their workers. */
const everyFunction = '*';

/** Stands for the Lambda service. */
export type FunctionPool = {
  /**
   * Runs one event and returns its outcome; waits in line when every worker of that function is busy. An event that
   * found no worker within `line.maxWaitMs` is throttled and never runs: its caller has gone.
   */
  readonly invoke: (functionId: string, event: unknown, line?: PlaceInLine) => Promise<InvocationOutcome>;
  /** Loads a worker for each of these functions, two at a time in this order, before their first events come. */
  readonly warm: (functionIds: readonly string[]) => Promise<void>;
  /** Ends the workers of these functions, the busy ones after their event: the next event loads the bundle afresh. */
  readonly renew: (functionIds: readonly string[]) => void;
  /** Returns the number of living workers. */
  readonly size: () => number;
  /** Waits for what runs, at most `drainMs`, then ends every worker. */
  readonly stop: (drainMs: number) => Promise<void>;
};

/** The conditions under which an event waits for a worker. The cloud always has one more. */
export type PlaceInLine = {
  readonly maxWaitMs: number;
  /** Called when the event has found its worker. */
  readonly onTaken: () => void;
};

/** Assumed time that a worker takes to load, until one of this pool has been measured, in milliseconds. */
const usualLoadMs = 250;

/** Interval at which a line without departures is checked, in milliseconds. */
const lookEveryMs = 40;

type Slot = {
  readonly environment: ExecutionEnvironment;
  /** The function whose events it runs, or `everyFunction`. */
  readonly runs: string;
  /** The function of its last event. */
  functionId: string;
  isBusy: boolean;
  usedAtMs: number;
  /** True when its bundle has been replaced: it gets no further event. */
  isOld?: true;
};
type Waiting = { readonly functionId: string; readonly sinceMs: number; readonly proceed: (slot: Slot) => void };

/** Starts with no worker at all: each function gets one when its first event comes. */
export function createFunctionPool(settings: PoolSettings): FunctionPool {
  const {
    functions,
    workerScript,
    folderOf,
    variablesOf,
    region,
    clock,
    logs,
    onEnded,
    limits = defaultPoolLimits,
    isTogether = false,
  } = settings;
  const byId = new Map(functions.map((fn) => [fn.id, fn]));
  const slots = new Set<Slot>();
  const waiting: Waiting[] = [];
  let lineWatch: NodeJS.Timeout | undefined;
  let loadMs = usualLoadMs;
  /**
   * Returns the function that a log line names, in a worker of several functions. The line may be read after the
   * worker's next event has begun.
   */
  const writerOf = (line: string): string | undefined => {
    const named = isTogether ? /"function":"([\w.-]+)"/.exec(line)?.[1] : undefined;
    return named !== undefined && byId.has(named) ? named : undefined;
  };
  /** Recent duration of an event without the loading, in milliseconds, by the function or group that runs it. */
  const eventMs = new Map<string, number>();
  let isStopped = false;

  const runnerOf = (functionId: string): string => (isTogether ? everyFunction : functionId);

  const place = (functionId: string): PlacedFunction => {
    const fn = byId.get(functionId);
    if (!fn) throw new Error(`There is no function ${functionId}.`);
    return { fn, folder: folderOf(functionId), variables: variablesOf(fn) };
  };

  const start = (functionId: string): Slot => {
    const first = place(functionId);
    const environment = startExecutionEnvironment({
      first,
      limits: isTogether
        ? { memoryMb: Math.max(...functions.map(({ memoryMb }) => memoryMb)), youngMb: youngMb.together }
        : { memoryMb: first.fn.memoryMb, youngMb: youngMb.apart },
      workerScript,
      region,
      clock,
      onOutput: (line) => logs.write(writerOf(line) ?? slot.functionId, line),
      onLoaded: (elapsedMs) => {
        loadMs = elapsedMs;
      },
    });
    const slot: Slot = {
      environment,
      runs: runnerOf(functionId),
      functionId,
      isBusy: true,
      usedAtMs: performance.now(),
    };
    slots.add(slot);
    return slot;
  };

  const end = (slot: Slot): void => {
    slots.delete(slot);
    void slot.environment.stop();
  };

  /**
   * True when one more worker is worth starting. Loading is the expensive part, and on two cores ten workers that load
   * at once finish no sooner than one. So workers start one by one, and only when the queue waits longer than another
   * one takes to load: measured by the time of recent events, or by the wait of the first in the queue.
   */
  const isWorthStarting = (runs: string, own: readonly Slot[], sinceMs: number): boolean => {
    if (own.length === 0) return true;
    if (own.length >= (isTogether ? limits.total : limits.perFunction)) return false;
    const stuckSinceMs = Math.max(sinceMs, ...own.map(({ environment }) => environment.loadedAtMs() ?? Infinity));
    if (stuckSinceMs === Infinity) return false;
    if (isTogether && own.length < togetherAtLeast) return true;
    const line = waiting.filter((one) => runnerOf(one.functionId) === runs).length;
    const expectedMs = (line * (eventMs.get(runs) ?? 0)) / own.length;
    return Math.max(performance.now() - stuckSinceMs, expectedMs) >= loadMs;
  };

  /** A slot for this function now, or nothing when the caller has to wait. */
  const tryTake = (functionId: string, sinceMs: number): Slot | undefined => {
    const runs = runnerOf(functionId);
    const own = [...slots].filter((slot) => slot.runs === runs && !slot.isOld && slot.environment.isAlive());
    // The oldest idle one, because its code is the warmest.
    const idle = own.find((slot) => !slot.isBusy);
    if (idle) {
      idle.isBusy = true;
      idle.functionId = functionId;
      return idle;
    }
    if (!isWorthStarting(runs, own, sinceMs)) return undefined;
    if (slots.size >= limits.total) {
      const [oldestIdle] = [...slots].filter((slot) => !slot.isBusy).toSorted((a, b) => a.usedAtMs - b.usedAtMs);
      if (!oldestIdle) return undefined;
      end(oldestIdle);
    }
    return start(functionId);
  };

  /** Serves the event that waited longest. An event that cannot be served delays its own line only. */
  const serveLines = (): void => {
    const held = new Set<string>();
    const line = waiting.slice();
    for (const next of line) {
      if (held.has(runnerOf(next.functionId))) continue;
      const free = tryTake(next.functionId, next.sinceMs);
      if (free) {
        leave(next);
        next.proceed(free);
      } else held.add(runnerOf(next.functionId));
    }
  };

  const join = (next: Waiting): void => {
    waiting.push(next);
    lineWatch ??= setInterval(serveLines, lookEveryMs);
  };

  const leave = (one: Waiting): void => {
    waiting.splice(waiting.indexOf(one), 1);
    if (waiting.length > 0) return;
    clearInterval(lineWatch);
    lineWatch = undefined;
  };

  const release = (slot: Slot): void => {
    slot.isBusy = false;
    slot.usedAtMs = performance.now();
    if (slot.isOld || !slot.environment.isAlive()) end(slot);
    serveLines();
  };

  const take = async (functionId: string, maxWaitMs: number | undefined): Promise<Slot | undefined> => {
    // A new event stands behind those that wait already.
    const free = waiting.some((one) => runnerOf(one.functionId) === runnerOf(functionId))
      ? undefined
      : tryTake(functionId, performance.now());
    if (free) return free;
    return new Promise((resolve) => {
      const entry: Waiting = {
        functionId,
        sinceMs: performance.now(),
        proceed: (slot) => {
          clearTimeout(timer);
          resolve(slot);
        },
      };
      const giveUp = () => {
        leave(entry);
        resolve(undefined);
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      join(entry);
    });
  };

  const idleSweep = setInterval(
    () => {
      const oldestMs = performance.now() - limits.idleMs;
      for (const slot of slots) if (!slot.isBusy && slot.usedAtMs < oldestMs) end(slot);
    },
    Math.min(5_000, limits.idleMs),
  );
  idleSweep.unref();

  return {
    size: () => slots.size,
    warm: async (functionIds) => {
      const left = [...functionIds];
      const lane = async (): Promise<void> => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          if (isStopped) return;
          const isThere = [...slots].some(({ runs }) => runs === runnerOf(id));
          if (isThere || !byId.has(id) || slots.size >= limits.total) continue;
          const slot = start(id);
          while (slot.environment.isAlive() && slot.environment.loadedAtMs() === undefined) {
            await sleep(10);
          }
          release(slot);
        }
      };
      await Promise.all([lane(), lane()]);
    },
    renew: (functionIds) => {
      for (const slot of slots) {
        if (slot.runs !== everyFunction && !functionIds.includes(slot.runs)) continue;
        slot.isOld = true;
        if (!slot.isBusy) end(slot);
      }
    },
    invoke: async (functionId, event, line) => {
      const requestId = randomUUID();
      const payload = JSON.stringify(event);
      if (Buffer.byteLength(payload) > payloadLimitBytes) {
        return failed('RequestEntityTooLarge', `The event is larger than ${payloadLimitBytes} bytes.`);
      }
      if (isStopped) return failed('Service.Stopped', 'The local stack is stopping.');
      const slot = await take(functionId, line?.maxWaitMs);
      if (!slot) return failed('TooManyRequestsException', 'Rate Exceeded.');
      line?.onTaken();
      const takenAtMs = performance.now();
      const outcome = await slot.environment.invoke({ requestId, event: payload }, place(functionId));
      const tookMs = performance.now() - Math.max(takenAtMs, slot.environment.loadedAtMs() ?? takenAtMs);
      const runs = runnerOf(functionId);
      eventMs.set(runs, ((eventMs.get(runs) ?? tookMs) + tookMs) / 2);
      release(slot);
      onEnded?.();
      // An event that the end of the stack cut short is no error.
      if (outcome.kind === 'failed' && !isStopped) logs.writeFailure(functionId, requestId, outcome.error);
      return outcome;
    },
    stop: async (drainMs) => {
      isStopped = true;
      clearInterval(idleSweep);
      clearInterval(lineWatch);
      const deadlineMs = performance.now() + drainMs;
      while ([...slots].some((slot) => slot.isBusy) && performance.now() < deadlineMs) {
        await sleep(20);
      }
      await Promise.all([...slots].map((slot) => slot.environment.stop()));
    },
  };
}
