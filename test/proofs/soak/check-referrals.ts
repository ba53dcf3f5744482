import type { Transaction, ReferralStats, Reward } from './read-books.ts';
import type { SoakPerson, SoakWorld } from './soak-world.ts';

/** All facts about a referrer that are checked. */
export type Referrals = {
  readonly stats: ReferralStats;
  readonly rewards: readonly Reward[];
  readonly transactions: readonly Transaction[];
  /** The transactions of each person who signed up by the referrer's link. */
  readonly referred: readonly (readonly Transaction[])[];
};

/** Unit in which rewards are paid out, in cents. */
const unitCents = 2_500;

/** Sum of deposits that rewards a sign-up, in cents. */
const signupDepositedCents = 2_000;

/**
 * Checks that each referred person who deposited enough and each first card is rewarded once, and that each requested
 * payout was paid once.
 */
export function checkReferrals(
  { asks, violations }: Pick<SoakWorld, 'asks' | 'violations'>,
  person: SoakPerson,
  { stats, rewards, transactions, referred }: Referrals,
): void {
  const violationIf = (isWrong: boolean, what: string): void =>
    void (isWrong && violations.push(`${person.email} ${what}`));
  const matured = (event: Reward['event']): number =>
    rewards.filter((reward) => reward.event === event && reward.stage === 'matured').length;
  const having = (kind: string, leastCents = 1): number =>
    referred.filter((list) => {
      const own = list.filter((each) => each.kind === kind && each.status !== 'failed');
      return sum(own.map(({ amountPaid }) => amountPaid)) >= leastCents;
    }).length;
  const depositors = having('deposit', signupDepositedCents);
  const [signups, cards] = [matured('signup'), matured('card_created')];
  violationIf(signups !== depositors, `was rewarded for ${signups} sign-ups, but ${depositors} deposited enough`);
  violationIf(
    cards !== having('card_creation'),
    `was rewarded for ${cards} cards, but ${having('card_creation')} have one`,
  );
  for (const list of referred) {
    const bonuses = list.filter(({ kind }) => kind === 'referral_bonus').length;
    const hasCard = list.some(({ kind, status }) => kind === 'card_creation' && status === 'completed');
    violationIf(bonuses !== (hasCard ? 1 : 0), `referred somebody who got the bonus of a first card ${bonuses} times`);
  }

  const earned = sum(rewards.filter(({ stage }) => stage === 'matured').map((reward) => reward.referrerUserReward));
  violationIf(
    stats.totalEarnings !== earned,
    `has earned ${stats.totalEarnings} cents, but the rewards make ${earned}`,
  );
  const payouts = transactions.filter(({ kind }) => kind === 'referral_payout');
  const paid = sum(payouts.map(({ amountPaid }) => amountPaid));
  violationIf(stats.totalWithdrawn !== paid, `withdrew ${stats.totalWithdrawn} cents, but was paid ${paid}`);
  violationIf(
    payouts.some(({ amountPaid }) => amountPaid % unitCents !== 0),
    'was paid a broken unit',
  );
  const asked = (outcome: string): number =>
    asks.filter((ask) => ask.person === person && ask.kind === 'payout_request' && ask.outcome === outcome).length;
  const [done, unknown] = [asked('done'), asked('unknown')];
  violationIf(
    payouts.length < done || payouts.length > done + unknown,
    `was paid ${payouts.length} times; accepted were ${done} requests, and of ${unknown} nobody knows`,
  );
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
