import * as z from 'zod/mini';
import { coins, type Coin } from '../catalogue.ts';
import { idSchema } from '../ids.ts';
import { DecisionReason } from './decision-reason.ts';
import { Amount, IsoDate, PositiveAmount, showable, showsSomething } from './fields.ts';
import { defineRoutes } from './route.ts';
import { moneyStaff } from './staff.ts';

const kinds = ['payout', 'top_up'] as const;
const directions = ['out', 'back'] as const;
const CoinCode = z.enum(Object.keys(coins) as [Coin, ...Coin[]], 'is no coin of ours');

/** A movement of our own money: from the payment provider to the bank, or from the bank to the card issuer. */
export const TreasuryMove = z.object({
  _id: idSchema('treasury'),
  kind: z.enum(kinds),
  /** `back`: the movement was undone, or went the other way. */
  direction: z.enum(directions),
  /** The amount that arrived. */
  amount: Amount,
  fee: Amount,
  coin: z.nullable(CoinCode),
  coinAmount: z.nullable(z.string()),
  reference: z.string(),
  reason: z.string(),
  state: z.enum(['waiting', 'approved', 'rejected']),
  proposedBy: idSchema('user'),
  proposedByEmail: z.nullable(z.string()),
  createdAt: IsoDate,
  decidedBy: z.nullable(idSchema('user')),
  decidedAt: z.nullable(IsoDate),
});

export const treasuryRoutes = defineRoutes({
  'admin.treasury': {
    method: 'GET',
    path: '/admin/treasury',
    access: 'admin',
    staff: moneyStaff,
    summary: 'Payouts and top-ups that wait for a second admin, longest first: the first hundred.',
    reply: z.array(TreasuryMove),
    status: 200,
    errors: [],
  },
  'admin.propose-treasury': {
    method: 'POST',
    path: '/admin/treasury',
    access: 'admin',
    staff: moneyStaff,
    summary:
      'Enter a payout from the provider or a top-up of the float. Each reference once. It is posted when another admin approves it.',
    body: z.strictObject({
      /** `payout`: from the payment provider to the bank. `top_up`: from the bank to the card issuer. */
      kind: z.enum(kinds, 'must be payout or top_up'),
      /** `back`: the movement was undone, or went the other way. */
      direction: z.enum(directions, 'must be out or back'),
      /** The amount that arrived, in US cents. */
      amount: PositiveAmount,
      /** The cost beside the amount, in US cents; for a payout, the coin's loss in value is part of it. */
      fee: z
        .int('must be a whole number of cents')
        .check(z.gte(0, 'must be at least 0'), z.lte(100_000_000_000, 'is too large')),
      /** The coin of a payout, which needs one; not for a top-up. */
      coin: z.optional(CoinCode),
      /** The amount of that coin that left the provider, as a decimal text: `120.5`. */
      coinAmount: z.optional(z.string().check(z.maxLength(61, 'is too long'))),
      /** The reference of the bank or provider, entered once per kind and direction, whatever its letters' case and spaces; a rejected one may be entered again. */
      reference: z
        .string('is missing')
        .check(
          z.trim(),
          z.minLength(1, 'is missing'),
          showsSomething,
          z.maxLength(200, 'is too long'),
          z.regex(showable, 'has characters that cannot be shown'),
        ),
      reason: DecisionReason,
    }),
    reply: TreasuryMove,
    status: 201,
    money: true,
    errors: ['Conflict'],
  },
  'admin.decide-treasury': {
    method: 'POST',
    path: '/admin/treasury/{id}/decide',
    access: 'admin',
    staff: moneyStaff,
    summary: 'Approve what another admin entered: it is posted at once. Or reject it, also what the caller entered.',
    params: z.strictObject({ id: idSchema('treasury') }),
    body: z.strictObject({
      /** `reject` is open to the one who entered it as well. */
      outcome: z.enum(['approve', 'reject'], 'must be approve or reject'),
      reason: DecisionReason,
    }),
    reply: TreasuryMove,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
});
