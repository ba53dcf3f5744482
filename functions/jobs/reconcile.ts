import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Compares the books with themselves and with the issuer, and tells every break. It mends nothing. */
export const handler = scheduledJob('reconcile', reconcile);
