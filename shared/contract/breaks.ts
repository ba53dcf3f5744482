import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { IsoDate } from './fields.ts';
import { DecisionReason } from './decision-reason.ts';
import { defineRoutes } from './route.ts';
import { moneyStaff, readingStaff } from './staff.ts';

/** The five comparisons of a reconciliation, and the signals of abuse, which open tickets of the same kind. */
export const breakParts = ['internal', 'provider', 'issuer', 'liveness', 'rewards', 'signals'] as const;

/** The classes of breaks. Their meaning stands at `BreakClass`. */
export const breakClasses = [
  'UNBALANCED',
  'LEGS',
  'UNEXPLAINED',
  'GAP',
  'HASH',
  'INDEX',
  'PROJECTION',
  'STATE',
  'AMOUNT',
  'COUNT',
  'DECISION',
  'MOVEMENT',
  'AGG',
  'MISSING_CREDIT',
  'CREDIT_WITHOUT_PAYMENT',
  'REFUND_NOT_POSTED',
  'STATUS',
  'ORPHAN_LOAD',
  'MISSING_LOAD',
  'CARD_BALANCE',
  'UNCLAIMED',
  'STUCK',
  'LAG',
  'DLQ',
  'TIE_OUT',
  'DUP_REWARD',
  'UNFUNDED',
  'CAP',
  'UNREADABLE',
  'REFERRALS',
  'NETWORK',
  'CYCLING',
  'DECLINES',
] as const;

/** A break of reconciliation as a ticket: one for each finding, however often it is seen. */
export const BreakTicket = z.object({
  _id: idSchema('ticket'),
  state: z.enum(['open', 'closed']),
  part: z.enum(breakParts),
  /** The kind of disagreement. */
  class: z.enum(breakClasses),
  /** An id, `<account>#<sequence>` of an entry, or a day. */
  subject: z.string(),
  /** The person whose money is in question; null when it concerns no single person. */
  userId: z.nullable(idSchema('user')),
  email: z.nullable(z.string()),
  /**
   * Cents that our side has too much (below zero: too little); of the part `liveness` the cents that are waiting. 0 when no
   * amount is in question.
   */
  cents: z.int(),
  evidence: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The way to mend it. */
  proposal: z.string(),
  /** Since when the disagreement exists, as far as it is known. */
  existsSince: IsoDate,
  /** When the ticket entered its state. */
  since: IsoDate,
  seenAt: IsoDate,
  /** Number of runs that have seen it. */
  seenCount: z.int(),
  /** The admin who works on it. */
  takenBy: z.nullable(idSchema('user')),
  takenByEmail: z.nullable(z.string()),
  /** Closed by an admin, or by itself because the finding is gone. Null while it is open. */
  closedBy: z.nullable(z.enum(['staff', 'system'])),
  closingReason: z.nullable(z.string()),
});

const OneBreak = z.strictObject({ id: idSchema('ticket') });

/** Breaks of reconciliation. */
export const breakRoutes = defineRoutes({
  'admin.breaks': {
    method: 'GET',
    path: '/admin/breaks',
    access: 'admin',
    staff: readingStaff,
    summary: 'Open breaks of reconciliation, longest first: the first hundred.',
    reply: z.array(BreakTicket),
    status: 200,
    errors: [],
  },
  'admin.take-break': {
    method: 'POST',
    path: '/admin/breaks/{id}/take',
    access: 'admin',
    staff: moneyStaff,
    summary: 'Become the owner of an open break.',
    params: OneBreak,
    body: z.strictObject({
      /**
       * The owner whom the caller was shown, `null` for none: refused with `Conflict` if it is another one by now. Left
       * out to take the break from anybody.
       */
      from: z.optional(z.nullable(idSchema('user'))),
    }),
    reply: BreakTicket,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
  'admin.close-break': {
    method: 'POST',
    path: '/admin/breaks/{id}/close',
    access: 'admin',
    staff: moneyStaff,
    summary: 'Close a break for a reason. It opens again when it comes back, or its amount changes.',
    params: OneBreak,
    body: z.strictObject({ reason: DecisionReason }),
    reply: BreakTicket,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
});
