import { driveFactorResets } from '#functions/domain/auth/factor-reset/drive-factor-resets.ts';
import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { forgetCodes } from '#functions/domain/cards/one-time-codes.ts';
import { mailNotifications } from '#functions/domain/notifications/mail-notifications.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { driveSubscriptions } from '#functions/domain/subscriptions/drive-subscriptions.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/**
 * Continues operations and cards whose process died or whose issuer did not reply. Mails people whose account has begun
 * to owe money, and the notifications whose mail is due. Drives the resets of factors. Removes the keys of expired
 * one-time codes. Looks for subscriptions, and announces their payments.
 */
export const handler = scheduledJob('sweep-operations', async (services, wish) => {
  const [swept, debts, notifications, resets, codes, renewals] = await Promise.all([
    sweepOperations(services, wish),
    mailDebts(services),
    mailNotifications(services),
    driveFactorResets(services),
    forgetCodes(services),
    driveSubscriptions(services),
  ]);
  const failed = swept.failed + debts.failed + notifications.failed + resets.failed + codes.failed + renewals.failed;
  const mails = debts.mails + notifications.mails;
  return {
    ...swept,
    mails,
    factorResets: resets.driven,
    codesForgotten: codes.forgotten,
    subscribers: renewals.people,
    failed,
  };
});
