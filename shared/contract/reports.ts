import * as z from 'zod/mini';
import { coins } from '../catalogue.ts';
import { Amount, IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';
import { moneyStaff } from './staff.ts';

/** A decimal amount of a coin; a difference may begin with a minus. */
const CoinAmount = z.string();
const CoinCode = z.enum(Object.keys(coins) as [string, ...string[]]);

/** One day of the books. Amounts are cents; a liability, a revenue and a cost are positive where there is one. */
export const DailyReport = z.object({
  day: z.string(),
  /** A closed day never changes: what is corrected later is in the day of the correction. */
  state: z.enum(['open', 'closed']),
  /** The report holds the records up to this moment. */
  asOf: IsoDate,
  closedAt: z.nullable(IsoDate),
  deposits: z.array(
    z.object({
      coin: CoinCode,
      /** Deposits whose first credit was on this day. */
      count: z.int(),
      credited: Amount,
      refunded: Amount,
      commission: Amount,
      /** Received less refunded, in the coin. */
      received: CoinAmount,
      commissionInCoin: CoinAmount,
      paidOut: CoinAmount,
    }),
  ),
  credited: Amount,
  refunded: Amount,
  revenue: z.object({
    cardFees: Amount,
    loadFees: Amount,
    /** Both fees together. */
    gross: Amount,
    /** The payment provider's commission and what payouts cost. */
    providerFees: Amount,
    issuerFees: Amount,
    /** Rewards and bonuses, less those that were taken back. */
    referrals: Amount,
    /** Given to people by corrections of staff, less the amounts taken from them. */
    adjustments: Amount,
    /** Gross less all of these costs. */
    net: Amount,
  }),
  /** At the end of the day, or now while it is open. */
  balances: z.object({
    /** Our account of the prefund at the issuer that is on no card. */
    float: Amount,
    onCards: Amount,
    toFetch: Amount,
    provider: Amount,
    bank: Amount,
    debts: Amount,
    available: Amount,
    held: Amount,
    unclaimed: Amount,
    cards: Amount,
    rewards: Amount,
    /** Deposits that are locked or wait for a decision. */
    suspense: Amount,
    /** Deposits that staff refused, until the provider has sent them back. */
    refused: Amount,
    /** All that we owe. */
    liabilities: Amount,
  }),
  /**
   * The difference between the books and the providers that nothing in transit explains; null while a provider did not
   * answer and no difference is known.
   */
  tieOut: z.nullable(Amount),
  comparison: z.nullable(
    z.object({
      at: IsoDate,
      /** Null: the payment provider did not say. */
      provider: z.nullable(
        z.array(
          z.object({
            coin: CoinCode,
            books: CoinAmount,
            theirs: CoinAmount,
            inTransit: CoinAmount,
            difference: CoinAmount,
            worth: Amount,
          }),
        ),
      ),
      /** Null: the issuer did not say. */
      issuer: z.nullable(z.object({ books: Amount, theirs: Amount, inTransit: Amount, difference: Amount })),
    }),
  ),
});

/** The report of one day of the books. */
export const reportRoutes = defineRoutes({
  'admin.daily-report': {
    method: 'GET',
    path: '/admin/reports/daily',
    access: 'admin',
    staff: moneyStaff,
    summary:
      'A day of the books: deposits by coin, commissions, revenue, what we owe, and the comparison with both providers.',
    query: z.strictObject({
      /** The day in UTC: `2026-11-23`. */
      day: z.string().check(
        z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day, as in 2026-11-23'),
        z.refine(
          (day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day),
          'must be a day of the calendar',
        ),
      ),
      /** `csv`: the figures as a file of comma-separated values (RFC 4180), in dollars. */
      format: z._default(z.enum(['json', 'csv'], 'must be json or csv'), 'json'),
    }),
    reply: DailyReport,
    csv: true,
    status: 200,
    errors: ['NotFound'],
  },
});
