import { randomUUID } from 'node:crypto';

import type { FunctionDefinition } from '../../definition/types.ts';
import { startExecutionEnvironment } from './execution-environment.ts';
import type { ExecutionEnvironment } from './execution-environment.ts';
import type { FunctionLogs } from './function-logs.ts';
import { failed, payloadLimitBytes } from './invocation.ts';
import type { InvocationOutcome } from './invocation.ts';

/** How many workers may live; a worker is about 30 MB. */
export type PoolLimits = {
  readonly perFunction: number;
  readonly total: number;
  /** A worker idle for so long is ended. */
  readonly idleMs: number;
};

/** Enough for 2 cores: more threads than this only wait for one another. */
export const defaultPoolLimits: PoolLimits = { perFunction: 8, total: 48, idleMs: 60_000 };

/** What the pool needs to know to run the product's functions. */
export type PoolSettings = {
  readonly functions: readonly FunctionDefinition[];
  readonly folderOf: (functionId: string) => string;
  /** See buildWorker. */
  readonly workerScript: string;
  readonly variablesOf: (fn: FunctionDefinition) => Readonly<Record<string, string>>;
  readonly region: string;
  readonly clock: SharedArrayBuffer;
  readonly logs: FunctionLogs;
  readonly limits?: PoolLimits;
};

/** Stands for the Lambda service. */
export type FunctionPool = {
  /**
   * Runs one event and answers how it ended; waits in line when every worker of that function is busy. An event that
   * found no worker within `maxWaitMs` is throttled and never runs: its caller has gone.
   */
  readonly invoke: (functionId: string, event: unknown, maxWaitMs?: number) => Promise<InvocationOutcome>;
  /** How many workers live now. */
  readonly size: () => number;
  /** Waits for what runs, at most `drainMs`, then ends every worker. */
  readonly stop: (drainMs: number) => Promise<void>;
};

type Slot = { readonly environment: ExecutionEnvironment; readonly functionId: string; busy: boolean; usedAt: number };

/** Starts with no worker at all: each function gets one when its first event comes. */
export function createFunctionPool(settings: PoolSettings): FunctionPool {
  const { functions, workerScript, folderOf, variablesOf, region, clock, logs, limits = defaultPoolLimits } = settings;
  const byId = new Map(functions.map((fn) => [fn.id, fn]));
  const slots = new Set<Slot>();
  const waiting: { readonly functionId: string; readonly proceed: (slot: Slot) => void }[] = [];
  let stopped = false;

  const start = (functionId: string): Slot => {
    const fn = byId.get(functionId);
    if (!fn) throw new Error(`There is no function ${functionId}.`);
    const onOutput = (line: string) => logs.write(functionId, line);
    const environment = startExecutionEnvironment({
      fn,
      workerScript,
      folder: folderOf(functionId),
      variables: variablesOf(fn),
      region,
      clock,
      onOutput,
    });
    const slot: Slot = { environment, functionId, busy: true, usedAt: performance.now() };
    slots.add(slot);
    return slot;
  };

  const end = (slot: Slot): void => {
    slots.delete(slot);
    void slot.environment.stop();
  };

  /** A slot for this function now, or nothing when the caller has to wait. */
  const tryTake = (functionId: string): Slot | undefined => {
    const own = [...slots].filter((slot) => slot.functionId === functionId);
    const idle = own.find((slot) => !slot.busy && slot.environment.alive());
    if (idle) {
      idle.busy = true;
      return idle;
    }
    if (own.length >= limits.perFunction) return undefined;
    if (slots.size >= limits.total) {
      const [oldestIdle] = [...slots].filter((slot) => !slot.busy).toSorted((a, b) => a.usedAt - b.usedAt);
      if (!oldestIdle) return undefined;
      end(oldestIdle);
    }
    return start(functionId);
  };

  const release = (slot: Slot): void => {
    slot.busy = false;
    slot.usedAt = performance.now();
    if (!slot.environment.alive()) end(slot);
    // Anybody may be next: this slot's own line, or another function that waited for the total to sink.
    for (let index = 0; index < waiting.length; index += 1) {
      const next = waiting[index];
      const free = next && tryTake(next.functionId);
      if (!free) continue;
      waiting.splice(index, 1);
      next.proceed(free);
      return;
    }
  };

  const take = async (functionId: string, maxWaitMs: number | undefined): Promise<Slot | undefined> => {
    const free = tryTake(functionId);
    if (free) return free;
    return new Promise((resolve) => {
      const entry = {
        functionId,
        proceed: (slot: Slot) => {
          clearTimeout(timer);
          resolve(slot);
        },
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        resolve(undefined);
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      waiting.push(entry);
    });
  };

  const idleSweep = setInterval(
    () => {
      const oldest = performance.now() - limits.idleMs;
      for (const slot of slots) if (!slot.busy && slot.usedAt < oldest) end(slot);
    },
    Math.min(5_000, limits.idleMs),
  );
  idleSweep.unref();

  return {
    size: () => slots.size,
    invoke: async (functionId, event, maxWaitMs) => {
      const requestId = randomUUID();
      const payload = JSON.stringify(event);
      if (Buffer.byteLength(payload) > payloadLimitBytes) {
        return failed('RequestEntityTooLarge', `The event is larger than ${payloadLimitBytes} bytes.`);
      }
      if (stopped) return failed('Service.Stopped', 'The local stack is stopping.');
      const slot = await take(functionId, maxWaitMs);
      if (!slot) return failed('TooManyRequestsException', 'Rate Exceeded.');
      const outcome = await slot.environment.invoke({ requestId, event: payload });
      release(slot);
      // What the end of the stack cut short is nobody's error.
      if (outcome.kind === 'failed' && !stopped) logs.writeFailure(functionId, requestId, outcome.error);
      return outcome;
    },
    stop: async (drainMs) => {
      stopped = true;
      clearInterval(idleSweep);
      const deadline = performance.now() + drainMs;
      while ([...slots].some((slot) => slot.busy) && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await Promise.all([...slots].map((slot) => slot.environment.stop()));
    },
  };
}
