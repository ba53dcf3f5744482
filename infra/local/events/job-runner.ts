import { parseSchedule } from './schedule.ts';
import type { Schedule } from './schedule.ts';

/** A job: what it is called at the control door, when it is due, and how it runs. */
export type Job = {
  readonly name: string;
  readonly expression: string;
  /** `wish` is given when a person asked for the run rather than the schedule: the wishes of that request, if any. */
  readonly run: (wish: JobWish | undefined) => Promise<JobResult>;
};

/** The options of a job that is started by hand. */
export type JobWish = Readonly<Record<string, unknown>>;

/** The outcome of a job. */
export type JobResult = { readonly ok: boolean; readonly result: unknown };

/** EventBridge Scheduler's stand-in. */
export type JobRunner = {
  readonly names: () => readonly string[];
  /** Runs a job now and resolves when it has ended. Two runs of the same job never overlap: the second waits. */
  readonly runNow: (name: string, wish?: JobWish) => Promise<JobResult> | undefined;
  readonly stop: () => void;
};

/** Maximum real time between two runs of any job, in milliseconds: a developer should not wait an hour. */
const localIntervalMs = 40_000;

type State = {
  readonly job: Job;
  readonly schedule: Schedule;
  /** Next run by the product's clock, in milliseconds. */
  dueAtMs: number;
  /** Next run in real time, in milliseconds. */
  localDueAtMs: number;
  running: Promise<JobResult> | undefined;
  next: Promise<JobResult> | undefined;
};

/** Starts looking after the jobs. `now` is the product's clock, so advancing it makes jobs due. */
export function startJobRunner(jobs: readonly Job[], now: () => number): JobRunner {
  const states = new Map(
    jobs.map((job, index): [string, State] => {
      const schedule = parseSchedule(job.expression);
      // Staggered, so that the jobs do not all want the two cores at once, and not while the stack is starting.
      const localDueAtMs = performance.now() + localIntervalMs * (1 + index / jobs.length);
      return [job.name, { job, schedule, dueAtMs: schedule(now()), localDueAtMs, running: undefined, next: undefined }];
    }),
  );

  const start = (state: State, wish: JobWish | undefined): Promise<JobResult> => {
    state.running = state.job.run(wish).finally(() => {
      state.running = undefined;
      state.dueAtMs = state.schedule(now());
      state.localDueAtMs = performance.now() + localIntervalMs;
    });
    return state.running;
  };

  /** Requests during a run share one run that begins after it, so that it sees the state at their time. */
  const queue = (state: State, running: Promise<JobResult>, wish: JobWish): Promise<JobResult> => {
    state.next ??= running
      .catch(() => undefined)
      .then(() => {
        state.next = undefined;
        return start(state, wish);
      });
    return state.next;
  };

  const ticker = setInterval(() => {
    for (const state of states.values()) {
      const due = state.dueAtMs <= now() || state.localDueAtMs <= performance.now();
      // A failure is in the function's log; the next run is the retry.
      if (due && !state.running && !state.next) start(state, undefined).catch(() => undefined);
    }
  }, 500);

  return {
    names: () => [...states.keys()],
    runNow: (name, wish = {}) => {
      const state = states.get(name);
      if (!state) return undefined;
      return state.running ? queue(state, state.running, wish) : start(state, wish);
    },
    stop: () => clearInterval(ticker),
  };
}
