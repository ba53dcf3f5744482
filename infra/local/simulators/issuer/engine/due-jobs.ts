import type { Work } from '../books/records.ts';
import type { Issuer } from './issuer.ts';

/** Runs the scheduled jobs whose moment has come, earliest first. */
export function runDueJobs({ books, clock }: Issuer, run: (work: Work) => void): void {
  for (const job of books.jobs.upTo('dueAt', clock.now())) {
    // The job goes with its effects or not at all: a crash repeats neither.
    try {
      books.transaction(() => {
        books.jobs.delete(job.id);
        run(job.work);
      });
    } catch (error) {
      // A mistake of ours: it is shown, and does not stop what comes after.
      console.error('issuer simulator:', job.work.kind, error);
      books.jobs.delete(job.id);
    }
  }
}
