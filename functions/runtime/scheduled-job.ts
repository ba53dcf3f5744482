import middy from '@middy/core';
import type { Services } from '#functions/ports/services.ts';
import { currentServices } from './services.ts';

/** What a job reports when it has ended: counts, for the log and for whoever started it by hand. */
export type JobReport = Readonly<Record<string, number>>;

/** What whoever starts a job by hand may ask of it. */
export type JobWish = {
  /** Takes on now what is due within so many milliseconds, instead of leaving it to a later run. */
  readonly aheadMs: number;
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
    services.log.info('job done', { job: name, ...report });
    return report;
  };
  const lambda = middy<unknown, JobReport>().handler(async (event) => run(await currentServices(), event));
  return Object.assign((event: unknown) => lambda(event, {} as never), {
    using: (services: Services) => (event?: unknown) => run(services, event),
  });
}

/** The most that a run by hand looks ahead: further ahead lie waits that mean something. */
const aheadMsMax = 15 * 60_000;

/** The scheduler's own events ask for nothing. */
function wishOf(event: unknown): JobWish {
  const aheadMs = event !== null && typeof event === 'object' && 'aheadMs' in event ? event.aheadMs : 0;
  const isUsable = typeof aheadMs === 'number' && Number.isSafeInteger(aheadMs) && aheadMs > 0;
  return { aheadMs: isUsable ? Math.min(aheadMs, aheadMsMax) : 0 };
}
