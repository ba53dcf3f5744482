import * as z from 'zod/mini';
import { Amount, IsoDate, ListQuery, Message } from './fields.ts';
import { defineRoutes } from './route.ts';

/** The reward for one event of one referred person. */
export const ReferralReward = z.object({
  _id: z.string(),
  createdAt: IsoDate,
  /** The referred person's address, masked: first two characters, an ellipsis and the domain. */
  refferedUseremail: z.string(),
  event: z.enum(['signup', 'card_created']),
  referrerUserReward: Amount,
  /**
   * `pending` until it is earned (a sign-up: until the person's credited deposits, less refunds, come to $20), `matured`
   * when it is in the account, `cancelled` when it is not, or no longer.
   */
  stage: z.enum(['pending', 'matured', 'cancelled']),
  /** Why it is in this stage, in words. */
  reason: z.string(),
});

/** A referrer's earnings, in cents. */
export const ReferralStats = z.object({
  /** All matured rewards so far. */
  totalEarnings: Amount,
  /** Paid into the balance so far. */
  totalWithdrawn: Amount,
  /** Whole payout units that are matured and not yet asked for. */
  withdrawableAmount: Amount,
  /** Amount missing to the next payout unit; 0 when a unit is ready. */
  remainingToNextPayout: Amount,
  /** The payout that is requested and not paid yet; there is one at most. */
  pendingRequest: z.nullable(z.object({ amount: Amount, requestedAt: IsoDate })),
});

export const referralRoutes = defineRoutes({
  'referrals.summary': {
    method: 'GET',
    path: '/referrals',
    access: 'user',
    summary: "The caller's own first-card bonus, and the rewards for people they referred, newest first.",
    query: ListQuery,
    reply: z.object({
      /** The bonus for the first card of a referred person: its amount (0 when there is none), and if it was given. */
      firstCardCreationReward: z.object({ earned: z.boolean(), amount: Amount }),
      referrals: z.array(ReferralReward),
    }),
    status: 200,
    errors: [],
  },
  'referrals.stats': {
    method: 'GET',
    path: '/referrals/stats',
    access: 'user',
    summary: 'What the caller has earned by referring people, and what of it can be paid out.',
    reply: ReferralStats,
    status: 200,
    errors: [],
  },
  'referrals.withdraw': {
    method: 'POST',
    path: '/referrals/withdraw',
    access: 'user',
    summary: 'Ask for a payout of all whole units into the balance; one at a time. The hourly payout job pays it.',
    reply: Message,
    status: 200,
    money: true,
    switch: 'referrals',
    errors: ['Conflict', 'InsufficientFunds', 'TemporarilyUnavailable'],
  },
});
