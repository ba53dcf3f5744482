import { driveDueUsers } from '#functions/domain/auth/drive-due-users.ts';
import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { notifyAgain } from '#functions/domain/notifications/notify-again.ts';
import { driveSubscriptions } from '#functions/domain/subscriptions/drive-subscriptions.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/**
 * Does what may be some minutes late: mails people whose account has begun to owe money, drives the resets of factors,
 * sends the undo links of changed addresses, looks for subscriptions and announces their payments. A run by hand also
 * notifies people of what the stream's worker set aside in the `days` it is given.
 */
export const handler = scheduledJob('remind-people', async (services, { days = 0 }) => {
  const [debts, users, renewals, unread] = await Promise.all([
    mailDebts(services),
    driveDueUsers(services),
    driveSubscriptions(services),
    days > 0 ? notifyAgain(services, days) : 0,
  ]);
  return {
    mails: debts.mails,
    users: users.driven,
    subscribers: renewals.people,
    failed: debts.failed + users.failed + renewals.failed + unread,
  };
});
