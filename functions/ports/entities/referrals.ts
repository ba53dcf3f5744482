import type { referralSignals } from '#shared/contract/held-referrals.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { ActivityLine } from './books.ts';

/** The unpaid earnings of a referrer: a projection of the journal, as a wallet is. */
export type ReferralAccount = {
  readonly userId: Id<'user'>;
  /** Earned and not paid out, what is asked for included. Below zero when a reward was taken back after it was paid. */
  readonly balanceCents: Cents;
  /** Paid into the balance so far. */
  readonly withdrawnCents: Cents;
  /** The one payout that is asked for; its id is the movement's that will show it. */
  readonly requested:
    | (Pick<ActivityLine, 'claimedBy'> & {
        readonly payoutId: Id<'movement'>;
        readonly amountCents: Cents;
        readonly atMs: number;
      })
    | undefined;
  /** Marked by an admin: earns more for a card. */
  readonly isPremium: boolean;
  /** Payouts are asked for by themselves as soon as a unit is there. */
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
 * The reward of the referrer for one event of one referred person: at most one of each, at any number of deletions and
 * creations, because there is one key. It is stored in the transaction of the event itself, and brought to the
 * referrer's account afterwards: so no event waits for the account of a referrer who is in great demand.
 */
export type Reward = {
  readonly refereeId: Id<'user'>;
  readonly event: RewardEvent;
  readonly rewardId: Id<'reward'>;
  readonly referrerId: Id<'user'>;
  /** `ad…@example.com`: the address itself is nobody else's business. */
  readonly maskedEmail: string;
  readonly amountCents: Cents;
  /** `matured` is in the referrer's account, `cancelled` is not, or not any more. */
  readonly stage: 'pending' | 'matured' | 'cancelled';
  /** Why it is in this stage, in words for the referrer. */
  readonly reason: string;
  /**
   * Credited for the referred person's deposits so far, refunds taken back. Only of a sign-up; absent in those stored
   * before it counted, until their next deposit.
   */
  readonly depositedCents?: Cents;
  /** The deposit or operation that earned it; undefined while it waits for one. */
  readonly cause: string | undefined;
  /** Set when what earned it was undone. */
  readonly isRevoked: boolean;
  /** The review of the whole referral: only of a sign-up, and only when something spoke against it. */
  readonly review?: ReferralReview | undefined;
  /** When the payout job processes it; undefined while nothing is to be booked. */
  readonly dueAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};
