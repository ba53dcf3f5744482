import { driveFactorResets } from '#functions/domain/auth/factor-reset/drive-factor-resets.ts';
import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { driveSubscriptions } from '#functions/domain/subscriptions/drive-subscriptions.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/**
 * Does what may be some minutes late: mails people whose account has begun to owe money, drives the resets of factors, looks
 * for subscriptions and announces their payments.
 */
export const handler = scheduledJob('remind-people', async (services) => {
  const [debts, resets, renewals] = await Promise.all([
    mailDebts(services),
    driveFactorResets(services),
    driveSubscriptions(services),
  ]);
  return {
    mails: debts.mails,
    factorResets: resets.driven,
    subscribers: renewals.people,
    failed: debts.failed + resets.failed + renewals.failed,
  };
});
