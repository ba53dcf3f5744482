import type { Work } from '../books/records.ts';
import type { Issuer } from './issuer.ts';

/** Delay before a job that failed runs again, in virtual milliseconds; doubled with each failure. */
const retryMs = 1_000;

/** Maximum delay before a job that failed runs again, in virtual milliseconds. */
const retryMaxMs = 60 * 60_000;

/**
 * Runs the scheduled jobs whose moment has come, earliest first. A job that throws leaves nothing behind, does not stop
 * the jobs after it, and runs again later.
 */
export function runDueJobs(
  { books, clock }: Pick<Issuer, 'books' | 'clock'>,
  run: (work: Work) => void,
  print: (...line: unknown[]) => void = console.error,
): void {
  for (const job of books.jobs.upTo('dueAt', clock.now())) {
    // The effects of a job and its removal are one transaction, so a crash neither loses nor repeats them.
    try {
      books.transaction(() => {
        books.jobs.delete(job.id);
        run(job.work);
      });
    } catch (error) {
      const { failures = 0 } = job;
      const delayMs = Math.min(retryMs * 2 ** failures, retryMaxMs);
      books.jobs.put({ ...job, dueAt: clock.now() + delayMs, failures: failures + 1 });
      print(`issuer simulator: ${job.work.kind} failed and runs again in ${delayMs / 1_000} s`, error);
    }
  }
}
