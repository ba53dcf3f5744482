import { describe, expect, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { checkReferrals, type Referrals } from './check-referrals.ts';
import type { Transaction, Reward } from './read-books.ts';
import type { Ask, SoakPerson } from './soak-world.ts';

const person: SoakPerson = {
  email: 'mara@example.com',
  password: '',
  userId: 'usr_1',
  referredBy: undefined,
  client: new ApiClient('http://127.0.0.1:1'),
  cards: new Map(),
  deposits: [],
  marks: new Set(),
  renewal: undefined,
};

const request: Ask = {
  person,
  method: 'POST',
  path: '/referrals/withdraw',
  body: undefined,
  key: 'key-1',
  kind: 'payout_request',
  mark: '1',
  effectCents: undefined,
  outcome: 'done',
  reply: { status: 200, body: {} },
};

function transaction(kind: string, cents: number): Transaction {
  return {
    _id: `mov_${kind}`,
    kind,
    type: 'credit',
    amount: cents,
    amountPaid: cents,
    status: 'completed',
    description: '',
    cardId: null,
  };
}

const friend = [
  transaction('deposit', 900_000),
  transaction('card_creation', 2_000),
  transaction('referral_bonus', 500),
];
const five = [0, 1, 2, 3, 4];
const rewards = five.flatMap((index): Reward[] => [
  { _id: `rwd_s${index}`, event: 'signup', referrerUserReward: 100, stage: 'matured' },
  { _id: `rwd_c${index}`, event: 'card_created', referrerUserReward: 500, stage: 'matured' },
]);
const right: Referrals = {
  stats: { totalEarnings: 3_000, totalWithdrawn: 2_500, withdrawableAmount: 0, pendingRequest: null },
  rewards,
  transactions: [transaction('referral_payout', 2_500)],
  referred: five.map(() => friend),
};

function violationsOf(change: Partial<Referrals>, asks: readonly Ask[] = [request]): readonly string[] {
  const violations: string[] = [];
  checkReferrals({ asks: [...asks], violations }, person, { ...right, ...change });
  return violations;
}

describe("a referrer's earnings and payouts", () => {
  it('is right when each friend was rewarded once, and each request paid once', () => {
    expect(violationsOf({})).toEqual([]);
    expect(violationsOf({}, [{ ...request, outcome: 'unknown', reply: undefined }])).toEqual([]);
    expect(violationsOf({ stats: { ...right.stats, totalWithdrawn: 0 }, transactions: [] }, [])).toEqual([]);
  });

  it.each<[string, Partial<Referrals>, RegExp]>([
    ['a reward is missing', { rewards: rewards.slice(1) }, /rewarded for 4 sign-ups, but 5 deposited/],
    ['a card was rewarded twice', { rewards: [...rewards, ...rewards.slice(1, 2)] }, /rewarded for 6 cards/],
    ['a friend got no bonus', { referred: [...right.referred.slice(1), friend.slice(0, 2)] }, /bonus .* 0 times/],
    ['the sum of rewards is wrong', { stats: { ...right.stats, totalEarnings: 2_900 } }, /earned 2900 cents/],
    ['more was withdrawn than paid', { transactions: [] }, /withdrew 2500 cents, but was paid 0/],
    ['a payout is not a whole unit', { transactions: [transaction('referral_payout', 2_400)] }, /a broken unit/],
  ])('is wrong when %s', (_what, change, message) => {
    expect(violationsOf(change).join('\n')).toMatch(message);
  });

  it('is wrong when a request was paid twice or never', () => {
    const twice = { ...right.stats, totalWithdrawn: 5_000 };
    const payout = transaction('referral_payout', 2_500);
    expect(violationsOf({ stats: twice, transactions: [payout, payout] })).toEqual([
      'mara@example.com was paid 2 times; accepted were 1 requests, and of 0 nobody knows',
    ]);
    expect(violationsOf({}, [request, request])).toHaveLength(1);
  });
});
