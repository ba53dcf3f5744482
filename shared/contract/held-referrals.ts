import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { DecisionReason } from './decision-reason.ts';
import { IsoDate } from './fields.ts';
import { ReferralReward } from './referrals.ts';
import { defineRoutes } from './route.ts';
import { moneyStaff, readingStaff } from './staff.ts';

/**
 * Why a referral is held: `mailbox` the same mailbox was referred before under another spelling · `disposable` its mail
 * domain is one of mailboxes for minutes · `ring` people of one chain of referrals signed up from one network · `network`
 * more people than usual signed up from its network that day · `cycling` the referred person loads and withdraws again
 * and again.
 */
export const referralSignals = ['mailbox', 'disposable', 'ring', 'network', 'cycling'] as const;

/** A referral whose rewards wait for a decision of staff. */
export const HeldReferral = z.object({
  /** The referred person. */
  referee: idSchema('user'),
  email: z.nullable(z.string()),
  referrer: idSchema('user'),
  state: z.enum(['held', 'released', 'refused']),
  signals: z.array(z.enum(referralSignals)),
  /** Stage of the reward for the sign-up. A booked reward is taken back when the referral is refused. */
  signupReward: ReferralReward.shape.stage,
  since: IsoDate,
  signedUpAt: IsoDate,
});

const UserParams = z.strictObject({ id: idSchema('user') });

/** Referrals that are held for review. */
export const heldReferralRoutes = defineRoutes({
  'admin.held-referrals': {
    method: 'GET',
    path: '/admin/held-referrals',
    access: 'admin',
    staff: readingStaff,
    summary: 'A referrer’s referrals that are held for review, oldest first: the first hundred.',
    query: z.strictObject({
      /** The id of the referrer. */
      user: idSchema('user'),
    }),
    reply: z.array(HeldReferral),
    status: 200,
    errors: [],
  },
  'admin.decide-referral': {
    method: 'POST',
    path: '/admin/held-referrals/{id}/decide',
    access: 'admin',
    staff: moneyStaff,
    summary:
      'Release or refuse a held referral, by the id of the referred person. Refused, its rewards are not credited, and taken back if they were.',
    params: UserParams,
    body: z.strictObject({
      /** `refused` rewards are not credited, and are taken back if they were. */
      outcome: z.enum(['released', 'refused'], 'must be released or refused'),
      reason: DecisionReason,
    }),
    reply: HeldReferral,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
});
