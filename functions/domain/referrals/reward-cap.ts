import { limits } from '#shared/limits.ts';
import { formatCents, sum } from '#shared/money.ts';
import type { ReferralAccount, Reward } from '#functions/ports/entities/referrals.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { dayOf } from '../statistics/day-of.ts';

/** Maximum number of days after which a reward beyond the total is looked at again. */
const longestWaitDays = 28;

/** The reason, for the referrer, that an earned reward waits, and until when. */
export type Wait = Pick<Reward, 'reason' | 'dueAtMs'>;

/**
 * Returns why an earned reward waits, and until when; undefined when it does not. It waits beyond a daily number and a
 * total that no circle of friends reaches. Nothing is refused or lost. The count is in the account that every reward
 * changes, so parallel rewards cannot pass the limit. Each wait for the total is longer than the one before.
 */
export function waitOf(account: ReferralAccount, reward: Reward, nowMs: number): Wait | undefined {
  const tomorrowMs = (Math.floor(nowMs / dayMs) + 1) * dayMs;
  const earned = sum(account.balanceCents, account.withdrawnCents, reward.amountCents);
  if (earned > limits.referralEarningsMaxCents) {
    const most = formatCents(limits.referralEarningsMaxCents);
    const waitedDays = Math.floor((nowMs - reward.updatedAtMs) / dayMs);
    return {
      reason: `Up to ${most} is credited in total. Our team reviews your account before this one follows.`,
      dueAtMs: tomorrowMs + Math.min(2 * waitedDays, longestWaitDays - 1) * dayMs,
    };
  }
  if ((earnedOnDay(account, nowMs)?.rewards ?? 0) > limits.referralRewardsPerDayMax) {
    const most = limits.referralRewardsPerDayMax;
    return { reason: `Up to ${most} rewards are credited per day. This one follows tomorrow.`, dueAtMs: tomorrowMs };
  }
  return undefined;
}

/** Returns the count of rewards of the day, with one more. */
export function earnedOnDay({ earnedOn }: ReferralAccount, nowMs: number): ReferralAccount['earnedOn'] {
  const day = dayOf(nowMs);
  return { day, rewards: (earnedOn?.day === day ? earnedOn.rewards : 0) + 1 };
}
