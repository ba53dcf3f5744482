import type { Id } from '#shared/ids.ts';
import { least, minus, type Cents } from '#shared/money.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import { account } from './chart.ts';
import { credit, debit, type Draft } from './journal.ts';

/*
 * The postings of the referral program, one small pure function each and one row each in README.md beside this file.
 */

/**
 * Drafts the earning of a reward: from then on it is owed to the referrer. Before, it is only a promise, and in no
 * books.
 */
export function rewardEarned(reward: Reward): Draft {
  return {
    journalId: `${reward.refereeId}:${reward.event}:earned`,
    kind: 'referral_reward_earned',
    cause: reward.cause ?? reward.refereeId,
    legs: [
      debit(account.referrals, reward.amountCents),
      credit(account.referral(reward.referrerId), reward.amountCents),
    ],
  };
}

/**
 * Drafts the taking back of a reward whose event was undone: it is no longer owed. If it was paid out already, later
 * rewards make up for it.
 */
export function rewardTakenBack(reward: Reward): Draft {
  return {
    journalId: `${reward.refereeId}:${reward.event}:taken-back`,
    kind: 'referral_reward_taken_back',
    cause: reward.cause ?? reward.refereeId,
    legs: [
      debit(account.referral(reward.referrerId), reward.amountCents),
      credit(account.referrals, reward.amountCents),
    ],
  };
}

/** Drafts the payout of rewards to the balance, debts first as with every credit. */
export function rewardsPaidOut(payoutId: Id<'movement'>, amountCents: Cents, wallet: Wallet): Draft {
  const { userId } = wallet;
  const repaid = least(amountCents, wallet.debtCents);
  return {
    journalId: `${payoutId}:paid`,
    kind: 'referral_payout',
    cause: payoutId,
    legs: [
      debit(account.referral(userId), amountCents),
      credit(account.debt(userId), repaid),
      credit(account.available(userId), minus(amountCents, repaid)),
    ],
  };
}
