import { expireAdjustments } from '#functions/domain/adjustments/decide-adjustment.ts';
import { eraseDueAccounts } from '#functions/domain/closing/erase-due-accounts.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/**
 * Erases the personal data of accounts that were closed 30 days ago, here and at the card issuer. Ends adjustments that
 * nobody decided on.
 */
export const handler = scheduledJob('erase-accounts', async (services) => ({
  ...(await eraseDueAccounts(services)),
  ...(await expireAdjustments(services)),
}));
