import type { Choices } from './choices.ts';

/** A process that waits for the scheduler: at an effect, or asleep until a time. */
type Waiter = { readonly process: Process; readonly wakeAtMs: number; readonly go: () => void };

/** One invocation of a function of ours. It dies alone and without a message. */
export type Process = {
  readonly id: number;
  /** The name of the process: `cards.load`, `worker.payment-events`, `job.sweep-operations`. */
  readonly flow: string;
  isAlive: boolean;
  /** Offset of its clock, in milliseconds. */
  readonly skewMs: number;
  readonly startedAtMs: number;
  /** Number of changes of the table when it began. */
  readonly from: number;
  /** Effects so far. */
  effects: number;
  /** Kinds of entities that it wrote. */
  readonly wrote: Set<string>;
};

/**
 * Makes a promise that never settles, for a dead process. A shared one would keep the memory of all that wait for it.
 */
const forever = (): Promise<never> => new Promise(() => undefined);

/**
 * Lets one process continue at a time, in an order that the choices decide, on a simulated clock. A process runs alone
 * from one effect to its next, so that a replay is always the same.
 */
export class Scheduler {
  readonly #choices: Choices;
  #waiters: Waiter[] = [];
  #processes = 0;
  nowMs: number;

  constructor(choices: Choices, startMs: number) {
    this.#choices = choices;
    this.nowMs = startMs;
  }

  /** Adds a process that has not run yet. */
  newProcess(flow: string, skewMs: number, from = 0): Process {
    this.#processes += 1;
    return {
      id: this.#processes,
      flow,
      isAlive: true,
      skewMs,
      startedAtMs: this.nowMs,
      from,
      effects: 0,
      wrote: new Set(),
    };
  }

  /**
   * Waits until the scheduler lets this process continue, at `wakeAtMs` at the earliest. A dead one never continues.
   */
  turn(process: Process, wakeAtMs = 0): Promise<void> {
    if (!process.isAlive) return forever();
    return new Promise((resolve) => void this.#waiters.push({ process, wakeAtMs, go: resolve }));
  }

  /** Kills a process: none of its waiting effects continues. Returns a promise that never settles. */
  kill(process: Process): Promise<never> {
    process.isAlive = false;
    this.#waiters = this.#waiters.filter((waiter) => waiter.process !== process);
    return forever();
  }

  /** Number of processes that could continue now. */
  get ready(): number {
    return this.#waiters.filter(({ wakeAtMs }) => wakeAtMs <= this.nowMs).length;
  }

  /** Time at which the next sleeping process wakes; undefined when none sleeps. */
  get nextWakeMs(): number | undefined {
    const later = this.#waiters.filter(({ wakeAtMs }) => wakeAtMs > this.nowMs).map(({ wakeAtMs }) => wakeAtMs);
    return later.length === 0 ? undefined : Math.min(...later);
  }

  /** Lets one ready process continue, and waits until it reaches its next effect, sleeps or ends. */
  async step(): Promise<void> {
    const ready = this.#waiters.filter(({ wakeAtMs }) => wakeAtMs <= this.nowMs);
    const chosen = ready[this.#choices.below(ready.length)];
    if (chosen === undefined) return;
    this.#waiters.splice(this.#waiters.indexOf(chosen), 1);
    chosen.go();
    await quiet();
  }
}

/**
 * Waits until no microtask is left, because the work between two effects is all microtasks. A tick runs after all of
 * them, and costs a tenth of a turn of the event loop.
 */
export function quiet(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** Waits for one turn of the event loop, which ticks alone would starve. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
