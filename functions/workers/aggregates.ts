import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { streamWorker } from '#functions/runtime/stream-worker.ts';

/** Counts new accounts, journal records and referrals for the statistics. */
export const handler = streamWorker('aggregates', countChanges);
