import { forgetCodes } from '#functions/domain/cards/one-time-codes.ts';
import { mailNotifications } from '#functions/domain/notifications/mail-notifications.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/**
 * Continues operations and cards whose process died or whose issuer did not reply. Mails the notifications whose mail is
 * due. Removes the keys of expired one-time codes.
 */
export const handler = scheduledJob('sweep-operations', async (services, wish) => {
  const [swept, notifications, codes] = await Promise.all([
    sweepOperations(services, wish),
    mailNotifications(services),
    forgetCodes(services),
  ]);
  const { mails } = notifications;
  const failed = swept.failed + notifications.failed + codes.failed;
  return { ...swept, mails, codesForgotten: codes.forgotten, failed };
});
