import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Pays the referral payouts that were asked for, and settles rewards whose process died. */
export const handler = scheduledJob('pay-referrals', payReferrals);
