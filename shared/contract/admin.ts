import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { FactorReset } from './factor-resets.ts';
import { Amount, noCardNumber, showable } from './fields.ts';
import { defineRoutes } from './route.ts';
import { decidingStaff, readingStaff } from './staff.ts';
import { StaffTransaction } from './transactions.ts';
import { User } from './user.ts';

const Count = z.int();
/**
 * Growth in percent: the addition of the last seven days, of the total a week ago. 100 when that total was 0; 0 when
 * nothing was added.
 */
const Growth = z.number();

/** The platform's statistics for its admins, seconds late at most. */
export const DashboardStats = z.object({
  /** Number of accounts, each with a verified address: the number that GET /user/all lists. */
  totalUsers: Count,
  usersGrowth: Growth,
  /** Cards whose creation was confirmed, deleted ones included. */
  totalCards: Count,
  cardsGrowth: Growth,
  /** Deposits that were credited, those refunded later included. */
  totalPaidInvoices: Count,
  paidInvoicesGrowth: Growth,
  /** Sum of all credits for deposits so far, less refunds. */
  totalFunds: Amount,
  fundsGrowth: Growth,
  /** The top depositors. */
  top5Users: z.array(z.object({ _id: idSchema('user'), email: z.string(), accountLoad: Amount })),
  /** Always seven days, oldest first, today (UTC) last; days without events included. */
  last7daysStats: z.array(
    z.object({ date: z.string(), usersRegistered: Count, cardsCreated: Count, paidInvoices: Count }),
  ),
  recentTransactions: z.array(StaffTransaction),
});

/** One person's statistics, seconds late at most. Referred people count once they verified their address. */
export const UserStats = z.object({
  user: User,
  /** `activeCards` are those that can be used now. */
  cards: z.object({ cardsCreated: Count, activeCards: Count, totalCardBalance: Amount }),
  transactions: z.object({ earnedFromCardCreation: Amount, earnedFromFundingFees: Amount, totalRevenue: Amount }),
  referrals: z.object({ totalReferrals: Count, totalReferralEarning: Amount, totalReferralWithdrawn: Amount }),
  /** The reset of this person's factors that is under way. */
  factorReset: z.nullable(FactorReset),
});

/** A line of an admin's own words, or none. It may hold no card number. */
const AdminText = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(500, 'is longer than 500 characters'),
      z.regex(showable, 'has characters that cannot be shown'),
      noCardNumber,
    ),
);

const UserParams = z.strictObject({ id: idSchema('user') });

export const adminRoutes = defineRoutes({
  'admin.dashboard': {
    method: 'GET',
    path: '/admin/stats/dashboard',
    access: 'admin',
    staff: readingStaff,
    summary: "The platform's statistics, with growth from last week.",
    reply: DashboardStats,
    status: 200,
    errors: [],
  },
  'admin.user': {
    method: 'GET',
    path: '/admin/stats/user/{id}',
    access: 'admin',
    staff: readingStaff,
    summary: 'One person with their statistics. Each read is recorded in the audit log.',
    params: UserParams,
    changesState: true,
    reply: UserStats,
    status: 200,
    errors: ['NotFound'],
  },
  'admin.two-factor': {
    method: 'PATCH',
    path: '/admin/2fa/{id}',
    access: 'admin',
    staff: decidingStaff,
    summary: "Switch a person's codes by email at sign-in on or off.",
    params: UserParams,
    body: z.strictObject({
      /** True switches the mailed codes on. */
      enabled: z.boolean('must be true or false'),
    }),
    reply: User,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
  'admin.suspend': {
    method: 'PATCH',
    path: '/admin/suspend/{id}',
    access: 'admin',
    staff: decidingStaff,
    summary: 'Suspend a person at once or make them active again; without `suspended`, switches between the two.',
    params: UserParams,
    body: z.strictObject({
      /** True to suspend, false to make active again. */
      suspended: z.optional(z.boolean('must be true or false')),
      /** Mailed to the person word for word. */
      reasonForUser: AdminText,
      /** For the audit record: never leaves the platform. */
      note: AdminText,
      /** The earlier name of `note`. */
      reason: AdminText,
    }),
    reply: User,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
});
