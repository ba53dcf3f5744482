import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { DecisionReason } from './decision-reason.ts';
import { Amount, IsoDate, ListQuery, PositiveAmount, showable, showsSomething } from './fields.ts';
import { defineRoutes } from './route.ts';
import { moneyStaff, readingStaff } from './staff.ts';

/** A correction of a balance by two admins. */
export const Adjustment = z.object({
  _id: idSchema('adjustment'),
  userId: idSchema('user'),
  email: z.nullable(z.string()),
  /** The person's first and last name; null for an account that is gone. */
  name: z.nullable(z.string()),
  /** `credit` adds to the balance, debts first; `debit` takes from it. */
  direction: z.enum(['credit', 'debit']),
  amount: Amount,
  reason: z.string(),
  link: z.nullable(z.string()),
  /** The adjustment that this one undoes, and the one that undid it. */
  reverses: z.nullable(idSchema('adjustment')),
  reversedBy: z.nullable(idSchema('adjustment')),
  /** The deposit whose refused money it moves; null when it moves the balance. */
  refusedOf: z.nullable(idSchema('deposit')),
  state: z.enum(['waiting', 'approved', 'rejected', 'expired']),
  proposedBy: idSchema('user'),
  proposedByEmail: z.nullable(z.string()),
  createdAt: IsoDate,
  /** When it can no longer be approved. */
  expiresAt: IsoDate,
  decidedBy: z.nullable(idSchema('user')),
  decidedByEmail: z.nullable(z.string()),
  decidedAt: z.nullable(IsoDate),
});

const AdjustmentParams = z.strictObject({ id: idSchema('adjustment') });

export const adjustmentRoutes = defineRoutes({
  'admin.adjustments': {
    method: 'GET',
    path: '/admin/adjustments',
    access: 'admin',
    staff: readingStaff,
    summary: 'Adjustments of balances, newest first; or those that wait for a second admin, longest first.',
    query: z.extend(ListQuery, {
      /** Only those that wait for a second admin. */
      state: z.optional(z.literal('waiting', 'must be waiting')),
    }),
    reply: z.array(Adjustment),
    status: 200,
    errors: [],
  },
  'admin.propose-adjustment': {
    method: 'POST',
    path: '/admin/adjustments',
    access: 'admin',
    staff: moneyStaff,
    summary:
      'Propose to correct a balance, at most $1,000 each and $5,000 per admin in 24 hours. Nothing moves before another admin approves it, within 72 hours.',
    body: z.strictObject({
      /** The person whose balance is corrected. */
      userId: idSchema('user'),
      amount: PositiveAmount,
      /** `credit` adds to the balance, debts first; `debit` takes from it. */
      direction: z.enum(['credit', 'debit'], 'must be credit or debit'),
      reason: DecisionReason,
      /**
       * A reference to its cause. The id of an approved adjustment makes this one its reversal; `dep_…:refused` takes
       * what was refused of that deposit and sent back by hand, not the balance.
       */
      link: z.optional(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1, 'is empty'),
            showsSomething,
            z.maxLength(200, 'is too long'),
            z.regex(showable, 'has characters that cannot be shown'),
          ),
      ),
    }),
    reply: Adjustment,
    status: 201,
    money: true,
    errors: ['NotFound', 'Conflict', 'AmountTooLarge', 'InsufficientFunds'],
  },
  'admin.approve-adjustment': {
    method: 'POST',
    path: '/admin/adjustments/{id}/approve',
    access: 'admin',
    staff: moneyStaff,
    summary: 'Approve another admin’s adjustment: it is posted at once.',
    params: AdjustmentParams,
    reply: Adjustment,
    status: 200,
    errors: ['NotFound', 'Conflict', 'AmountTooLarge', 'InsufficientFunds'],
  },
  'admin.reject-adjustment': {
    method: 'POST',
    path: '/admin/adjustments/{id}/reject',
    access: 'admin',
    staff: moneyStaff,
    summary: 'Reject an adjustment, or withdraw one that the caller proposed.',
    params: AdjustmentParams,
    body: z.strictObject({ reason: DecisionReason }),
    reply: Adjustment,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
});
