import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import { checkRewards } from '#functions/domain/reconciliation/check-rewards.ts';
import { rewardEarned } from '#functions/domain/ledger/referral-movements.ts';
import { journal } from '#functions/domain/ledger/journal.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import { samples } from '#test/support/sample-entities.ts';

/** A referrer with so many rewards for sign-ups, all booked on one day and all funded. */
function booksWith(count: number) {
  const { user } = samples;
  const rewards = Array.from({ length: count }, (_, index): Reward => ({
    ...samples.reward,
    refereeId: `usr_${index}`,
    rewardId: `rwd_${index}`,
    referrerId: user.userId,
    stage: 'matured',
    cause: `dep_${index}`,
    dueAtMs: undefined,
  }));
  const records = new Map(
    rewards.map((reward) => {
      const record = journal(rewardEarned(reward), Date.UTC(2026, 10, 21, 12));
      return [record.journalId, record];
    }),
  );
  const happened = new Map(rewards.map(({ refereeId }) => [`${refereeId}:signup:earned`, { rewards: cents(100) }]));
  const causes = new Map(rewards.map(({ refereeId, cause = '' }) => [cause, { userId: refereeId, isFact: true }]));
  const books = { user, referral: undefined, rewards, movements: new Map(), records };
  return checkRewards(books, { breaks: [], believed: {}, isWhole: true, happened }, causes);
}

it('names a day on which more rewards were booked than a day allows', () => {
  expect(booksWith(limits.referralRewardsPerDayMax)).toEqual([]);
  expect(booksWith(limits.referralRewardsPerDayMax + 1)).toMatchObject([
    {
      part: 'rewards',
      class: 'CAP',
      subject: `${samples.user.userId}:2026-11-21`,
      evidence: { rewards: 251, most: 250 },
    },
  ]);
});
