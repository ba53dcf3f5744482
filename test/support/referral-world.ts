import type { Id } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { ReferralAccount, Reward, RewardEvent } from '#functions/ports/entities/referrals.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { StoreUnavailable, update } from '#functions/ports/store.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { openReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { signupRewardWrites } from '#functions/domain/referrals/reward.ts';
import { moneyWorld, type MoneyWorld } from './money-world.ts';

/** A referrer with money, and the people who follow the link. */
export type ReferralWorld = MoneyWorld & {
  readonly referrer: User;
  /** Adds a person who signed up with the referrer's link and verified the address. */
  referred(changes?: Partial<User>): Promise<User>;
  /** Adds a person who earned the referrer $5 by creating a card, and $1 by the deposit before it. */
  customer(): Promise<User>;
  /** A deposit of $50 is paid and credited, and may be reported again. */
  deposit(user: User, changes?: Partial<Payment>): Promise<Deposit>;
  /** Has the provider report another state of a deposit. */
  report(deposit: Deposit, changes: Partial<Payment>): Promise<Deposit>;
  reward(user: User, event: RewardEvent): Promise<Reward | undefined>;
  account(): Promise<ReferralAccount>;
  /** Changes what is stored of the referrer's account. */
  setAccount(changes: Partial<Omit<ReferralAccount, 'version'>>): Promise<void>;
  setUser(userId: Id<'user'>, changes: Partial<Omit<User, 'version'>>): Promise<void>;
  /** Kills the process at the n-th commit (0 is the next one), before the write or just after it. */
  dieAt(n: number, when: 'before' | 'after'): void;
  /** Starts a new process. Returns true when the old one had died. */
  revive(): boolean;
};

/** Makes a world with a referrer who has $100. */
export async function referralWorld(): Promise<ReferralWorld> {
  const base = moneyWorld();
  const { services, store } = base;
  const referrer = await base.cardholder(10_000, { email: 'grace.hopper@example.com' });
  const commit = store.commit.bind(store);
  let died = false;
  const world: ReferralWorld = {
    ...base,
    referrer,
    referred: async (changes = {}) => {
      const referral = { isEligible: true, reason: undefined };
      const user = await base.cardholder(0, { referredBy: referrer.userId, referral, ...changes });
      const promised = signupRewardWrites(services, user);
      if (promised.length > 0) await store.commit(promised);
      return user;
    },
    customer: async () => {
      const user = await world.referred();
      await world.deposit(user);
      await world.openCard(user);
      return user;
    },
    deposit: async (user, changes = {}) => {
      const depositId = await requestDeposit(services, {
        user,
        currency: 'USDT',
        network: 'TRON',
        amountCents: cents(5_000),
        claim: undefined,
      });
      const deposit = await openInvoice(services, depositId);
      return world.report(deposit, { state: 'paid', receivedAmount: '50.00', ...changes });
    },
    report: async ({ depositId }, changes) => {
      base.payments.become(depositId, changes);
      const payment = base.payments.invoices.get(depositId);
      if (!payment) throw new Error('no invoice');
      return applyFresh(services, depositId, payment);
    },
    reward: ({ userId }, event) => store.get('reward', { refereeId: userId, event }),
    account: () => openReferralAccount(services, referrer.userId),
    setAccount: async (changes) => store.commit([update('referralAccount', await world.account(), changes)]),
    setUser: async (userId, changes) => {
      const user = await store.get('user', { userId });
      if (!user) throw new Error('no such user');
      await store.commit([update('user', user, changes)]);
    },
    dieAt: (n, when) => {
      let left = n;
      died = false;
      store.commit = async (writes) => {
        if (left > 0 || (left === 0 && when === 'after')) await commit(writes);
        left -= 1;
        if (left >= 0) return;
        died = true;
        throw new StoreUnavailable('the process is dead');
      };
    },
    revive: () => {
      store.commit = commit;
      return died;
    },
  };
  return world;
}
