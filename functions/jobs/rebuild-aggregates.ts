import { rebuildStatistics } from '#functions/domain/statistics/rebuild-statistics.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Counts the last days again from the journal, and mends what the stream missed or miscounted. */
export const handler = scheduledJob('rebuild-aggregates', rebuildStatistics);
