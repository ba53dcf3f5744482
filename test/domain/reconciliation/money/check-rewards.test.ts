import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import { checkRewards } from '#functions/domain/reconciliation/money/check-rewards.ts';
import { rewardEarned } from '#functions/domain/ledger/referral-postings.ts';
import { journal } from '#functions/domain/ledger/journal.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import { samples } from '#test/support/sample-entities.ts';

/** Returns a matured reward for a sign-up. */
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

/** Returns the findings of a referrer with these rewards, all booked on one day and all funded. */
function findingsIn(rewards: readonly Reward[]) {
  const { user } = samples;
  const records = new Map(
    rewards.map((reward) => {
      const record = journal(rewardEarned(reward), Date.UTC(2026, 10, 21, 12));
      return [record.journalId, record];
    }),
  );
  const happened = new Map(rewards.map(({ refereeId }) => [`${refereeId}:signup:earned`, { rewards: cents(100) }]));
  // Where two rewards name one deposit, the first person made it.
  const causes = new Map(
    rewards.toReversed().map(({ refereeId, cause = '' }) => [cause, { userId: refereeId, isFact: true }]),
  );
  const books = { user, base: undefined, referral: undefined, rewards, activity: new Map(), records };
  return checkRewards(books, { breaks: [], believed: {}, isWhole: true, happened }, causes);
}

/** Returns the findings of a referrer with this many rewards. */
function booksWith(count: number) {
  return findingsIn(Array.from({ length: count }, (_, index) => rewardOf(index)));
}

it.each([
  ['under the same id', { rewardId: 'rwd_0' as const }],
  ['for the same deposit', { cause: 'dep_0' }],
])('reports a reward that exists a second time %s, and reports it once', (_what, same) => {
  const rewards = [rewardOf(0), { ...rewardOf(1), ...same }, rewardOf(2)];
  expect(findingsIn(rewards)).toMatchObject([{ class: 'DUP_REWARD', subject: 'usr_1:signup', cents: 100 }]);
});

it('does not take two rewards that are not earned yet for a duplicate', () => {
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

/** Returns the findings after a payout of $5, given the cents in the account and in the activity list. */
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
  ['both agree', 500, 500, []],
  ['the account says more', 501, 500, [{ class: 'PROJECTION', cents: 1 }]],
  ['the account says less', 499, 500, [{ class: 'PROJECTION', cents: -1 }]],
  ['the activity line is missing', 500, undefined, [{ class: 'MOVEMENT', subject: 'op_payout', cents: -500 }]],
  ['the activity line says less', 500, 400, [{ class: 'MOVEMENT', subject: 'op_payout', cents: -100 }]],
])('compares a payout with the account and the activity line: %s', (_what, withdrawnCents, shownCents, found) => {
  expect(payoutOf({ withdrawnCents, shownCents })).toMatchObject(found);
});
