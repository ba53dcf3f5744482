import middy from '@middy/core';
import type { Services } from '#functions/ports/services.ts';
import { currentServices } from './services.ts';

/** What a job reports when it has ended: counts, for the log and for whoever started it by hand. */
export type JobReport = Readonly<Record<string, number>>;

/** A Lambda handler of a schedule; `using` gives the same one over other services, for tests. */
export type JobHandler = {
  (event: unknown): Promise<JobReport>;
  using(services: Services): (event?: unknown) => Promise<JobReport>;
};

/** Makes the Lambda of a schedule. The scheduler may fire twice or late: jobs are safe to run at any time, together. */
export function scheduledJob(name: string, work: (services: Services) => Promise<JobReport>): JobHandler {
  const run = async (services: Services): Promise<JobReport> => {
    const report = await work(services);
    services.log.info('job done', { job: name, ...report });
    return report;
  };
  const lambda = middy<unknown, JobReport>().handler(async () => run(await currentServices()));
  return Object.assign((event: unknown) => lambda(event, {} as never), {
    using: (services: Services) => () => run(services),
  });
}
