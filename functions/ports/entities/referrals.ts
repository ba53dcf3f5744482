import type { referralSignals } from '#shared/contract/held-referrals.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { ActivityLine } from './books.ts';

/** The unpaid earnings of a referrer: a projection of the journal, as a wallet is. */
export type ReferralAccount = {
  readonly userId: Id<'user'>;
  /**
   * Earned and not paid out, a requested payout included. Below zero when a reward was taken back after it was paid.
   */
  readonly balanceCents: Cents;
  /** Paid into the balance so far. */
  readonly withdrawnCents: Cents;
  /** The requested payout, at most one; its id is that of the activity line that will show it. */
  readonly requested:
    | (Pick<ActivityLine, 'claimedBy'> & {
        readonly payoutId: Id<'movement'>;
        readonly amountCents: Cents;
        readonly atMs: number;
      })
    | undefined;
  /** Marked by an admin: earns more for a card. */
  readonly isPremium: boolean;
  /** True when a payout is requested automatically as soon as a payout unit is earned. */
  readonly isAutomatic: boolean;
  /** The last UTC day (`2026-11-21`) on which a reward was earned, and how many were. */
  readonly earnedOn: { readonly day: string; readonly rewards: number } | undefined;
  readonly sequence: number;
  readonly lastHash: string;
  /** When the payout job processes it; undefined when there is nothing to pay. */
  readonly dueAtMs: number | undefined;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** Why staff look at a referral before it earns anything. Their meaning stands in domain/signals. */
export type ReferralSignal = (typeof referralSignals)[number];

/** The review of a referral. Only `held` waits; staff decide `released` or `refused`. */
export type ReferralReview = {
  readonly state: 'held' | 'released' | 'refused';
  readonly signals: readonly ReferralSignal[];
  readonly sinceMs: number;
};

/** The person who was referred first with a mailbox, however the address is spelt. */
export type ReferredMailbox = { readonly mailboxHash: string; readonly userId: Id<'user'> };

/** An event that earns a reward. */
export type RewardEvent = 'signup' | 'card_created';

/**
 * The reward of the referrer for one event of one referred person. The key is person and event, so it exists once
 * however many cards are deleted and created. It is stored in the transaction of the event, and booked to the
 * referrer's account afterwards, so that no event waits for the account of a busy referrer.
 */
export type Reward = {
  readonly refereeId: Id<'user'>;
  readonly event: RewardEvent;
  readonly rewardId: Id<'reward'>;
  readonly referrerId: Id<'user'>;
  /** `ad…@example.com`: the referrer must not see the whole address. */
  readonly maskedEmail: string;
  readonly amountCents: Cents;
  /** `matured` is in the referrer's account, `cancelled` is not, or not any more. */
  readonly stage: 'pending' | 'matured' | 'cancelled';
  /** Why it is in this stage, in words for the referrer. */
  readonly reason: string;
  /**
   * Credited for the referred person's deposits so far, less refunds. Only for a sign-up; absent in rewards from before
   * this was counted, until the next deposit.
   */
  readonly depositedCents?: Cents;
  /** The deposit or operation that earned it; undefined while it waits for one. */
  readonly cause: string | undefined;
  /** True when the deposit or operation that earned it was undone. */
  readonly isRevoked: boolean;
  /** The review of the whole referral: only on the reward of a sign-up, and only when a signal spoke against it. */
  readonly review?: ReferralReview | undefined;
  /** When the payout job processes it; undefined while nothing is to be booked. */
  readonly dueAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};
