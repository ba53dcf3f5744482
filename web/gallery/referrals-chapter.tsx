import type { ReplyOf } from '#shared/contract/index.ts';
import { cents, zero } from '#shared/money.ts';
import { EarningsCards } from '#web/features/referrals/earnings-cards.tsx';
import { HowItWorks } from '#web/features/referrals/how-it-works.tsx';
import { ReferralLinkPanel } from '#web/features/referrals/referral-link-panel.tsx';
import { RewardsTab } from '#web/features/referrals/rewards-tab.tsx';
import { Answers } from './answers.tsx';
import { sampleMoments } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const nothing = (): void => undefined;
const link = 'https://satchel.example/signup?ref=usr_01J0000000000000000000GALL';

const stats: ReplyOf<'referrals.stats'> = {
  totalEarnings: cents(5100),
  totalWithdrawn: cents(2500),
  withdrawableAmount: cents(2500),
  remainingToNextPayout: zero,
  pendingRequest: null,
};
const reward = {
  _id: 'rwd_1',
  createdAt: sampleMoments.hoursAgo,
  refferedUseremail: 'ad…@example.com',
  event: 'signup',
  referrerUserReward: cents(100),
  stage: 'pending',
  reason: 'It counts once their credited deposits reach $20.00.',
} as const;
const summary: ReplyOf<'referrals.summary'> = {
  firstCardCreationReward: { earned: true, amount: cents(500) },
  referrals: [
    reward,
    { ...reward, _id: 'rwd_2', event: 'card_created', referrerUserReward: cents(500), stage: 'matured', reason: '' },
    { ...reward, _id: 'rwd_3', stage: 'cancelled', reason: 'Both accounts are one person’s.' },
  ],
};

/** The referral program: earnings, link and rewards in each state. */
export function ReferralsChapter() {
  return (
    <Chapter title="Referrals">
      <Specimen state="Earnings: ready for a payout" wide>
        <Answers answers={{ 'referrals.stats': stats }}>
          <EarningsCards />
        </Answers>
      </Specimen>
      <Specimen state="Earnings: on the way to one" wide>
        <Answers
          answers={{
            'referrals.stats': { ...stats, withdrawableAmount: zero, remainingToNextPayout: cents(1900) },
          }}
        >
          <EarningsCards />
        </Answers>
      </Specimen>
      <Specimen state="Earnings: a payout is under way" wide>
        <Answers
          answers={{
            'referrals.stats': {
              ...stats,
              withdrawableAmount: zero,
              remainingToNextPayout: cents(2500),
              pendingRequest: { amount: cents(2500), requestedAt: sampleMoments.hoursAgo },
            },
          }}
        >
          <EarningsCards />
        </Answers>
      </Specimen>
      <Specimen state="Earnings: loading" wide>
        <Answers answers={{}}>
          <EarningsCards />
        </Answers>
      </Specimen>
      <Specimen state="Earnings: failed" wide>
        <Answers answers={{ 'referrals.stats': 'failed' }}>
          <EarningsCards />
        </Answers>
      </Specimen>
      <Specimen state="Link: active">
        <ReferralLinkPanel link={link} isActive />
      </Specimen>
      <Specimen state="Link: not active">
        <ReferralLinkPanel link={link} isActive={false} />
      </Specimen>
      <Specimen state="Rewards: every stage, bonus earned" wide>
        <Answers answers={{ 'referrals.summary': summary }}>
          <RewardsTab isActive onLearnMore={nothing} />
        </Answers>
      </Specimen>
      <Specimen state="Rewards: none yet, bonus pending">
        <Answers
          answers={{
            'referrals.summary': { firstCardCreationReward: { earned: false, amount: cents(500) }, referrals: [] },
          }}
        >
          <RewardsTab isActive={false} onLearnMore={nothing} />
        </Answers>
      </Specimen>
      <Specimen state="Rewards: loading">
        <Answers answers={{}}>
          <RewardsTab isActive onLearnMore={nothing} />
        </Answers>
      </Specimen>
      <Specimen state="Rewards: failed">
        <Answers answers={{ 'referrals.summary': 'failed' }}>
          <RewardsTab isActive onLearnMore={nothing} />
        </Answers>
      </Specimen>
      <Specimen state="How it works" wide>
        <HowItWorks />
      </Specimen>
    </Chapter>
  );
}
