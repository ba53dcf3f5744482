import type { VirtualClock } from './virtual-clock.ts';

const longestSleepMs = 60_000;

/** The work of a simulator that time brings. */
export type TimedWork = {
  /** Does everything that is due at the clock's time, and starts deliveries without waiting for their ends. */
  runDue(): void;
  /** Earliest due time of the work that is not under way, in virtual milliseconds; undefined when nothing waits. */
  nextDueAt(): number | undefined;
  /** Resolves when no delivery is under way. */
  settled(): Promise<void>;
};

/** Does work when it is due: by itself as time passes, and in order of time when the clock is moved on. */
export class Agenda {
  readonly #clock: VirtualClock;
  readonly #work: TimedWork;
  #timer: NodeJS.Timeout | undefined;
  #moving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(clock: VirtualClock, work: TimedWork) {
    this.#clock = clock;
    this.#work = work;
  }

  /** Does work that is due now and sets the timer for the next. Cheap; to be called after every change. */
  wake(): void {
    if (this.#isClosed) return;
    this.#work.runDue();
    clearTimeout(this.#timer);
    const nextMs = this.#work.nextDueAt();
    if (nextMs === undefined) return;
    const sleepMs = Math.min(Math.max(nextMs - this.#clock.now(), 1), longestSleepMs);
    this.#timer = setTimeout(() => this.wake(), sleepMs);
  }

  /**
   * Moves the clock on by `ms`, stopping at every moment something is due, so that an expiry, its webhook and
   * the webhook's retries happen in their order. Resolves when the last delivery of that time has ended.
   */
  async advanceBy(ms: number): Promise<void> {
    const run = this.#moving.then(() => this.#advance(ms));
    this.#moving = run.catch(() => {});
    await run;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #advance(ms: number): Promise<void> {
    const targetMs = this.#clock.now() + ms;
    await this.#work.settled();
    for (
      let nextMs = this.#work.nextDueAt();
      nextMs !== undefined && nextMs <= targetMs;
      nextMs = this.#work.nextDueAt()
    ) {
      if (this.#isClosed) return;
      this.#clock.advanceTo(nextMs);
      this.wake();
      await this.#work.settled();
    }
    this.#clock.advanceTo(targetMs);
    this.wake();
    await this.#work.settled();
  }
}
