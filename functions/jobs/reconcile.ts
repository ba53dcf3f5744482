import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/**
 * Compares the books of people who moved money lately with themselves and with both providers, and reports every break.
 */
export const handler = scheduledJob('reconcile', reconcile);
