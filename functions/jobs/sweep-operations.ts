import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/**
 * Drives on what nobody drives any more: operations and cards whose process died or whose issuer did not answer. Mails
 * those whose account has begun to owe money.
 */
export const handler = scheduledJob('sweep-operations', async (services, wish) => {
  const [swept, mailed] = await Promise.all([sweepOperations(services, wish), mailDebts(services)]);
  return { ...swept, mails: mailed.mails, failed: swept.failed + mailed.failed };
});
