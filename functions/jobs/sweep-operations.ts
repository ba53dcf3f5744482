import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Drives on what nobody drives any more: operations and cards whose process died or whose issuer did not answer. */
export const handler = scheduledJob('sweep-operations', sweepOperations);
