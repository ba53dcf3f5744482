import { closeBooks } from '#functions/domain/reports/close-books.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Sums the journal by days, compares the books with both providers, and closes days that are over. */
export const handler = scheduledJob('close-books', closeBooks);
