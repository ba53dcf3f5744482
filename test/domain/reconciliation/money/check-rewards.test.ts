import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import { checkRewards } from '#functions/domain/reconciliation/money/check-rewards.ts';
import { rewardEarned } from '#functions/domain/ledger/referral-postings.ts';
import { journal } from '#functions/domain/ledger/journal.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import { samples } from '#test/support/sample-entities.ts';

/** A reward for a sign-up, matured. */
function rewardOf(index: number): Reward {
  return {
    ...samples.reward,
    refereeId: `usr_${index}`,
    rewardId: `rwd_${index}`,
    referrerId: samples.user.userId,
    stage: 'matured',
    cause: `dep_${index}`,
    dueAtMs: undefined,
  };
}

/** The findings of a referrer with these rewards, all booked on one day and all funded. */
function findingsIn(rewards: readonly Reward[]) {
  const { user } = samples;
  const records = new Map(
    rewards.map((reward) => {
      const record = journal(rewardEarned(reward), Date.UTC(2026, 10, 21, 12));
      return [record.journalId, record];
    }),
  );
  const happened = new Map(rewards.map(({ refereeId }) => [`${refereeId}:signup:earned`, { rewards: cents(100) }]));
  // The first one made the deposit.
  const causes = new Map(
    rewards.toReversed().map(({ refereeId, cause = '' }) => [cause, { userId: refereeId, isFact: true }]),
  );
  const books = { user, base: undefined, referral: undefined, rewards, activity: new Map(), records };
  return checkRewards(books, { breaks: [], believed: {}, isWhole: true, happened }, causes);
}

/** The same findings for this many of them. */
function booksWith(count: number) {
  return findingsIn(Array.from({ length: count }, (_, index) => rewardOf(index)));
}

it.each([
  ['under the same id', { rewardId: 'rwd_0' as const }],
  ['for the same deposit', { cause: 'dep_0' }],
])('names what is there a second time %s, and that it is no more than that', (_what, same) => {
  const rewards = [rewardOf(0), { ...rewardOf(1), ...same }, rewardOf(2)];
  expect(findingsIn(rewards)).toMatchObject([{ class: 'DUP_REWARD', subject: 'usr_1:signup', cents: 100 }]);
});

it('takes two rewards that nothing has earned yet for two', () => {
  const rewards = [rewardOf(0), rewardOf(1)].map((each): Reward => ({ ...each, stage: 'pending', cause: undefined }));
  expect(findingsIn(rewards).map((each) => each.class)).not.toContain('DUP_REWARD');
});

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

/** The findings where $5 were paid out, given the sums in the account and in the list. */
function payoutOf(said: { readonly withdrawnCents: number; readonly shownCents: number | undefined }) {
  const { user, movement, referralAccount } = samples;
  const shown = said.shownCents === undefined ? [] : [{ ...movement, paidCents: cents(said.shownCents) }];
  return checkRewards(
    {
      user,
      base: undefined,
      referral: { ...referralAccount, withdrawnCents: cents(said.withdrawnCents) },
      rewards: [],
      activity: new Map(shown.map((each) => ['op_payout', each])),
      records: new Map(),
    },
    { breaks: [], believed: {}, isWhole: true, happened: new Map([['op_payout:paid', { rewards: -500 }]]) },
    new Map(),
  );
}

it.each([
  ['as it is', 500, 500, []],
  ['as more', 501, 500, [{ class: 'PROJECTION', cents: 1 }]],
  ['as less', 499, 500, [{ class: 'PROJECTION', cents: -1 }]],
  ['as it is, but for its line', 500, undefined, [{ class: 'MOVEMENT', subject: 'op_payout', cents: -500 }]],
  ['as it is, but for what its line shows', 500, 400, [{ class: 'MOVEMENT', subject: 'op_payout', cents: -100 }]],
])('compares what was paid out with what is said of it: %s', (_what, withdrawnCents, shownCents, found) => {
  expect(payoutOf({ withdrawnCents, shownCents })).toMatchObject(found);
});
