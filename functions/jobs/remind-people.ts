import { driveDueUsers } from '#functions/domain/auth/drive-due-users.ts';
import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { driveSubscriptions } from '#functions/domain/subscriptions/drive-subscriptions.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/**
 * Does what may be some minutes late: mails people whose account has begun to owe money, drives the resets of factors,
 * sends the undo links of changed addresses, looks for subscriptions and announces their payments.
 */
export const handler = scheduledJob('remind-people', async (services) => {
  const [debts, users, renewals] = await Promise.all([
    mailDebts(services),
    driveDueUsers(services),
    driveSubscriptions(services),
  ]);
  return {
    mails: debts.mails,
    users: users.driven,
    subscribers: renewals.people,
    failed: debts.failed + users.failed + renewals.failed,
  };
});
