import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Reads due deposits at the payment provider: the silent statuses and lost webhooks. */
export const handler = scheduledJob('poll-deposits', pollDeposits);
