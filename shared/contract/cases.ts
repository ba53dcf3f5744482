import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { Amount, IsoDate, ListQuery, noCardNumber, showsSomething } from './fields.ts';
import { defineRoutes } from './route.ts';
import { helpingStaff, readingStaff } from './staff.ts';

/** Reasons to report a payment. `not_mine` freezes the card. */
export const caseReasons = ['not_mine', 'wrong_amount', 'not_received', 'canceled', 'duplicate', 'other'] as const;

/** A reason to report a payment. */
export type CaseReason = (typeof caseReasons)[number];

/** `waiting`: for our team. `answered`: our team wrote last. */
const caseStates = ['waiting', 'answered', 'closed'] as const;

/** The state of a case. */
export type CaseState = (typeof caseStates)[number];

/** Characters of a text with several lines: no other control characters and no halves of characters. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for.
const showableLines = /^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]*$/u;

const words = (max: number) =>
  z.string('is missing').check(
    z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')),
    z.trim(),
    z.minLength(1, 'is missing'),
    showsSomething,
    z.maxLength(max, `is longer than ${max} characters`),
    z.regex(showableLines, 'has characters that cannot be shown'),
    noCardNumber,
  );

/** A text of several lines, at most 1,000 characters. It may hold no card number. */
export const CaseText = words(limits.caseTextMax);

/** A message of a case. */
export const CaseMessage = z.object({
  from: z.enum(['cardholder', 'support']),
  text: z.string(),
  at: IsoDate,
});

/** A payment that its cardholder reported. */
export const Case = z.object({
  _id: idSchema('case'),
  state: z.enum(caseStates),
  reason: z.enum(caseReasons),
  card: z.object({ _id: idSchema('card'), name: z.string(), last4Digits: z.string() }),
  reference: z.string(),
  merchant: z.string(),
  amount: Amount,
  /** The part that came back. */
  refunded: Amount,
  paidAt: IsoDate,
  /** `refund`: the payment came back in full. Null while the case is open. */
  closedBy: z.nullable(z.enum(['support', 'refund'])),
  /** The words of our team who closed it; null without them. */
  closingReason: z.nullable(z.string()),
  createdAt: IsoDate,
  /** When it entered its state. */
  since: IsoDate,
});

/** A case with all its messages, oldest first. */
export const CaseWithMessages = z.extend(Case, { messages: z.array(CaseMessage) });

const cardholder = { user: idSchema('user'), userEmail: z.nullable(z.string()) };

/** A case as staff read it in a list. */
export const StaffCase = z.extend(Case, cardholder);

/** A case with its messages as staff read it: `by` is the author's present address, null for an account that is gone. */
export const StaffCaseWithMessages = z.extend(StaffCase, {
  messages: z.array(z.extend(CaseMessage, { by: z.nullable(z.string()) })),
});

const OneCase = z.strictObject({ id: idSchema('case') });
const NewMessage = z.strictObject({ text: CaseText });
const seen = {
  /** Number of messages that were read. If a newer one has come since, the act is refused with `Conflict`. */
  seenMessages: z.optional(z.int('is not a number of messages').check(z.gte(1))),
};

/** Reported payments: the cardholder's side and the staff's. */
export const caseRoutes = defineRoutes({
  'cards.report': {
    method: 'POST',
    path: '/cards/{id}/transactions/{reference}/report',
    access: 'user',
    summary:
      'Report a payment, which opens a case. `not_mine` freezes the card first. A full refund closes the case, except `not_mine`.',
    params: z.strictObject({ id: idSchema('card'), reference: z.string().check(z.minLength(1), z.maxLength(200)) }),
    body: z.strictObject({ reason: z.enum(caseReasons, 'is not a reason to report a payment'), text: CaseText }),
    reply: CaseWithMessages,
    status: 201,
    errors: ['NotFound', 'TooManyCases'],
  },
  'cases.list': {
    method: 'GET',
    path: '/cases',
    access: 'user',
    summary: "The caller's cases, newest first.",
    query: ListQuery,
    reply: z.array(Case),
    status: 200,
    errors: [],
  },
  'cases.read': {
    method: 'GET',
    path: '/cases/{id}',
    access: 'user',
    summary: 'A case with its messages.',
    params: OneCase,
    reply: CaseWithMessages,
    status: 200,
    errors: ['NotFound'],
  },
  'cases.write': {
    method: 'POST',
    path: '/cases/{id}/messages',
    access: 'user',
    summary: 'Write a message to a case. It opens a closed case again.',
    params: OneCase,
    body: NewMessage,
    reply: CaseWithMessages,
    status: 201,
    errors: ['NotFound', 'TooManyCases'],
  },
  'admin.cases': {
    method: 'GET',
    path: '/admin/cases',
    access: 'admin',
    staff: readingStaff,
    summary: 'Open cases in a state, the longest in it first; or all cases of one person, newest first.',
    query: z.extend(ListQuery, {
      /** The state of the cases; without effect beside `user`. */
      state: z._default(z.enum(['waiting', 'answered']), 'waiting'),
      /** The id of a cardholder: all their cases, closed ones included. */
      user: z.optional(idSchema('user')),
    }),
    reply: z.array(StaffCase),
    status: 200,
    errors: [],
  },
  'admin.case': {
    method: 'GET',
    path: '/admin/cases/{id}',
    access: 'admin',
    staff: readingStaff,
    summary: 'A case with its messages.',
    params: OneCase,
    reply: StaffCaseWithMessages,
    status: 200,
    errors: ['NotFound'],
  },
  'admin.answer-case': {
    method: 'POST',
    path: '/admin/cases/{id}/messages',
    access: 'admin',
    staff: helpingStaff,
    summary: 'Answer a case. The cardholder is notified.',
    params: OneCase,
    body: z.extend(NewMessage, seen),
    reply: StaffCaseWithMessages,
    status: 201,
    errors: ['NotFound'],
  },
  'admin.close-case': {
    method: 'POST',
    path: '/admin/cases/{id}/close',
    access: 'admin',
    staff: helpingStaff,
    summary: 'Close a case. The cardholder is notified and reads the reason.',
    params: OneCase,
    body: z.strictObject({
      /** The cardholder reads it. */
      reason: words(limits.decisionReasonMax),
      ...seen,
    }),
    reply: StaffCaseWithMessages,
    status: 200,
    errors: ['NotFound'],
  },
});
