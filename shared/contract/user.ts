import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import {
  Amount,
  Email,
  IsoDate,
  ListQuery,
  Message,
  NewPassword,
  PresentPassword,
  OneTimeCode,
  PersonName,
  withoutMarks,
} from './fields.ts';
import { defineRoutes } from './route.ts';
import { readingStaff, staffRoles } from './staff.ts';

/**
 * A person, as the API returns it. `balance` is available − debt, so it can be negative; `held` is reserved for orders
 * under way.
 */
export const User = z.object({
  _id: idSchema('user'),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role: z.enum(['admin', 'user']),
  /** The role among the staff; only for admins. */
  staffRole: z.optional(z.enum(staffRoles)),
  verified: z.boolean(),
  isTwoFactorEnabled: z.boolean(),
  /** The kinds of factors that are on, if any: with one, codes by email are not accepted. */
  factors: z.optional(z.array(z.enum(['totp', 'passkey']))),
  /** When an approved reset removes all factors; left out without one. */
  factorResetAt: z.optional(IsoDate),
  isSuspended: z.boolean(),
  /**
   * A closed account: left out while it is open. `unclaimed` waits for its owner's return. Once the personal data is
   * erased nobody returns, and `returnUntil` is left out.
   */
  closed: z.optional(z.object({ at: IsoDate, returnUntil: z.optional(IsoDate), unclaimed: Amount })),
  /** When the person locked everything; left out while nothing is locked. */
  lockedAt: z.optional(IsoDate),
  /** The version of the terms that the person still has to accept; left out when the present one is accepted. */
  termsDue: z.optional(z.string()),
  /** Why no mail is sent any more: one came back, or was marked as unwanted. Left out while mails arrive. */
  mailReturned: z.optional(z.enum(['bounce', 'complaint'])),
  balance: Amount,
  held: Amount,
  /** Deleted cards that the issuer has not closed yet; left out while there is none. */
  closingCards: z.optional(z.int()),
  cardholderId: z.nullable(z.string()),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

export const userRoutes = defineRoutes({
  'user.read': {
    method: 'GET',
    path: '/user',
    access: 'session',
    withoutFactor: true,
    summary: 'The signed-in person.',
    reply: User,
    status: 200,
    errors: [],
  },
  'user.all': {
    method: 'GET',
    path: '/user/all',
    access: 'admin',
    staff: readingStaff,
    summary:
      'Everybody with an account, newest first; `search` keeps those whose email or name begins with it, or those whom one of our ids, a TID, the provider’s id, a transaction id or the last four digits of a card leads to.',
    query: z.extend(ListQuery, {
      /** The beginning of an email or name, or an id as in the summary; at most 100 characters. */
      search: z.optional(z.string().check(withoutMarks, z.trim(), z.maxLength(100))),
    }),
    reply: z.array(User),
    status: 200,
    errors: [],
  },
  'user.rename': {
    method: 'PATCH',
    path: '/user',
    access: 'session',
    summary: "Change the signed-in person's names.",
    body: z.strictObject({ firstname: PersonName, lastname: PersonName }),
    reply: User,
    status: 200,
    errors: [],
  },
  'user.accept-terms': {
    method: 'POST',
    path: '/user/terms',
    access: 'user',
    summary: 'Accept the present version of the terms. Deposits, new cards and loads wait for it; nothing else does.',
    body: z.strictObject({
      /** The version of the terms that the person has read: `termsDue` of `GET /user`. */
      version: z.string('is missing').check(z.minLength(1, 'is missing'), z.maxLength(20, 'is too long')),
    }),
    reply: User,
    status: 200,
    errors: ['Conflict'],
  },
  'user.two-factor': {
    method: 'PATCH',
    path: '/user/2fa',
    access: 'session',
    summary: 'Switch the codes by email at sign-in on or off.',
    body: z.strictObject({
      /** True switches the mailed codes on. */
      enabled: z.boolean('must be true or false'),
    }),
    fresh: { body: { enabled: false } },
    reply: User,
    status: 200,
    errors: ['Conflict'],
  },
  'user.update-password': {
    method: 'POST',
    path: '/user/update/password',
    access: 'session',
    summary: 'Change the password. Ends every other session.',
    body: z.strictObject({
      /** The password until now. */
      currentPassword: PresentPassword,
      newPassword: NewPassword,
    }),
    reply: Message,
    status: 200,
    errors: ['InvalidCredentials'],
  },
  'user.start-email-change': {
    method: 'POST',
    path: '/user/update/email/init',
    access: 'session',
    summary: 'Mail six digits to a new address.',
    body: z.strictObject({ newEmail: Email }),
    fresh: true,
    reply: Message,
    status: 200,
    errors: ['TooManyRequests'],
  },
  'user.finish-email-change': {
    method: 'POST',
    path: '/user/update/email/verify',
    access: 'session',
    summary: 'Change the email to the new address, with the six digits mailed to it. Ends every other session.',
    body: z.strictObject({ otp: OneTimeCode }),
    fresh: true,
    reply: Message,
    status: 200,
    errors: ['InvalidCode', 'TooManyRequests'],
  },
});
