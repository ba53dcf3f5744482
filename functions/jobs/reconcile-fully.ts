import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Compares all books with themselves and with both providers, once a night, and reports every break. */
export const handler = scheduledJob('reconcile-fully', reconcileFully);
