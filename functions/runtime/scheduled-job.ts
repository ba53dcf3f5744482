import middy from '@middy/core';
import type { Services } from '#functions/ports/services.ts';
import { currentServices } from './services.ts';

/** The report of a job: counts for the log, and lists for the operator who started it by hand. */
export type JobReport = Readonly<Record<string, number | readonly object[]>>;

/** The options of a job that an operator starts by hand. */
export type JobWish = {
  /** Items that get due within this time are processed now too, in milliseconds. */
  readonly aheadMs: number;
  /** Number of past days to cover; undefined for the job's own number. */
  readonly days: number | undefined;
  /** The shard of the due items that this run is for; undefined: all. */
  readonly shard: number | undefined;
  /** Classes of breaks that a reconciliation also mends. */
  readonly apply: readonly string[];
};

/** A Lambda handler of a schedule; `using` gives the same one over other services, for tests. */
export type JobHandler = {
  (event: unknown): Promise<JobReport>;
  using(services: Services): (event?: unknown) => Promise<JobReport>;
};

/** Makes the Lambda of a schedule. The scheduler may fire twice or late: jobs are safe to run at any time, together. */
export function scheduledJob(
  name: string,
  work: (services: Services, wish: JobWish) => Promise<JobReport>,
): JobHandler {
  const run = async (services: Services, event?: unknown): Promise<JobReport> => {
    const report = await work(services, wishOf(event));
    const counts = Object.entries(report).filter(([, value]) => typeof value === 'number');
    services.log.info('job done', { job: name, ...(Object.fromEntries(counts) as Record<string, number>) });
    return report;
  };
  const lambda = middy<unknown, JobReport>().handler(async (event) => run(await currentServices(), event));
  return Object.assign((event: unknown) => lambda(event, {} as never), {
    using: (services: Services) => (event?: unknown) => run(services, event),
  });
}

/** Maximum time that a run by hand looks ahead, in milliseconds: longer waits are there on purpose. */
const aheadMsMax = 15 * 60_000;

/** Maximum number of past days that a run by hand covers. */
const daysMax = 3_660;

/** Maximum shard number of a run. */
const shardMax = 63;

/** Reads a run's options from its event. The scheduler's own events have none, or only the run's shard. */
function wishOf(event: unknown): JobWish {
  return {
    aheadMs: wholeNumber(event, 'aheadMs', aheadMsMax) ?? 0,
    days: wholeNumber(event, 'days', daysMax),
    shard: shardOf(event),
    apply: names(event, 'apply'),
  };
}

/** Reads the shard from `side`, which counts from one because `wholeNumber` takes no 0. */
function shardOf(event: unknown): number | undefined {
  const side = wholeNumber(event, 'side', shardMax + 1);
  return side === undefined ? undefined : side - 1;
}

function names(event: unknown, name: string): readonly string[] {
  const value = event !== null && typeof event === 'object' ? (event as Record<string, unknown>)[name] : undefined;
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function wholeNumber(event: unknown, name: string, most: number): number | undefined {
  const value = event !== null && typeof event === 'object' ? (event as Record<string, unknown>)[name] : undefined;
  const isUsable = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  return isUsable ? Math.min(value, most) : undefined;
}
