import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { IsoDate, ListQuery } from './fields.ts';
import { defineRoutes } from './route.ts';
import { readingStaff } from './staff.ts';

/** Kinds of audit records that a person reads in their own security log. */
export const securityKinds = [
  'sign-in',
  'session-ended',
  'password-changed',
  'email-changed',
  'email-change-undone',
  'factor-changed',
  'factor-reset',
  'two-factor',
  'lock',
  'unlock',
  'card-reveal',
  'suspend',
  'activate',
  'restore-address',
  'account-closed',
  'account-returned',
  'data-export',
  'terms-accepted',
] as const;

/** Kinds of audit records. */
export const auditKinds = [
  ...securityKinds,
  'account-erased',
  'staff-role',
  'referral-terms',
  'person-read',
  'deposit-read',
  'webhook-read',
  'note',
  'propose-deposit-decision',
  'decide-deposit',
  'propose-operation-decision',
  'decide-operation',
  'ask-operation',
  'operation-ended',
  'operation-corrected',
  'case-answer',
  'case-close',
  'referral-held',
  'referral-released',
  'referral-refused',
  'break-opened',
  'break-reopened',
  'break-taken',
  'break-closed',
  'redrive',
  'replay-webhook',
  'ask-deposit',
  'propose-adjustment',
  'approve-adjustment',
  'reject-adjustment',
  'expire-adjustment',
  'propose-treasury',
  'approve-treasury',
  'reject-treasury',
  'settings',
] as const;

/** A kind of audit record: what was done. */
export type AuditKind = (typeof auditKinds)[number];

/** The changed fields of a record with their values. */
const Values = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]));

/** A record of what an admin, a command or a person did. Never edited; holds no secret. */
export const AuditEntry = z.object({
  _id: idSchema('audit'),
  at: IsoDate,
  /** The id of the person who did it, `command-line` for an operator's command, or `system` for the product itself. */
  actor: z.string(),
  /** The actor's present address; null for a command, and for an account that is gone. */
  actorEmail: z.nullable(z.string()),
  kind: z.enum(auditKinds),
  /** The id of the person concerned, or `platform` when it concerns no single person. */
  subject: z.union([idSchema('user'), z.literal('platform')]),
  subjectEmail: z.nullable(z.string()),
  /** The deposit, operation, card, case, break, adjustment, payout or top-up that it is about; null for the account. */
  about: z.nullable(z.string()),
  /** The admin's own words; null when none were given. */
  reason: z.nullable(z.string()),
  before: Values,
  after: Values,
  /** The id of the request that did it; null for a command, and for records from before it was noted. */
  requestId: z.nullable(z.string()),
});

/** A line of a person's own security log. */
export const SecurityEvent = z.object({
  _id: idSchema('audit'),
  at: IsoDate,
  kind: z.enum(securityKinds),
  /** `you`: the person; `support`: our staff. */
  by: z.enum(['you', 'support']),
  /** The card that was shown; null for all other kinds. */
  cardId: z.nullable(z.string()),
  /** The result, such as `enabled: true`. */
  details: Values,
});

export const auditRoutes = defineRoutes({
  'admin.audit': {
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    staff: readingStaff,
    summary: 'The audit log, newest first; of one actor, one subject or one kind.',
    query: z.extend(ListQuery, {
      /** The actor: a person's id, `command-line` or `system`. */
      actor: z.optional(z.union([idSchema('user'), z.literal(['command-line', 'system'])])),
      /** The person concerned: an id, or `platform`. */
      subject: z.optional(z.union([idSchema('user'), z.literal('platform')])),
      kind: z.optional(z.enum(auditKinds)),
    }),
    reply: z.array(AuditEntry),
    status: 200,
    errors: [],
  },
  'user.security-log': {
    method: 'GET',
    path: '/user/security/log',
    access: 'session',
    summary: "Security events of the caller's account, newest first.",
    query: ListQuery,
    reply: z.array(SecurityEvent),
    status: 200,
    errors: [],
  },
});
