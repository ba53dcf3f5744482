import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { DecisionReason } from './decision-reason.ts';
import { IsoDate, Message } from './fields.ts';
import { defineRoutes } from './route.ts';
import { decidingStaff } from './staff.ts';

/** A reset of all factors of a person who lost them. Two admins order it, then it waits for 72 hours. */
export const FactorReset = z.object({
  /** `waiting_for_second`: another admin has to approve it. `waiting`: the person can still cancel it. */
  status: z.enum(['waiting_for_second', 'waiting']),
  proposedBy: idSchema('user'),
  /** Present addresses of the two admins; null for an account that is gone. */
  proposedByEmail: z.nullable(z.string()),
  proposedAt: IsoDate,
  /** The proposer's own words, for staff. */
  reason: z.string(),
  approvedBy: z.nullable(idSchema('user')),
  approvedByEmail: z.nullable(z.string()),
  /** When the factors are removed; null while it waits for the second admin. */
  executesAt: z.nullable(IsoDate),
});

const Person = z.strictObject({ id: idSchema('user') });

export const factorResetRoutes = defineRoutes({
  'admin.factor-reset': {
    method: 'POST',
    path: '/admin/factor-reset/{id}',
    access: 'admin',
    staff: decidingStaff,
    summary:
      'Propose to remove all factors of a person who lost them, or approve what another admin proposed. They are removed 72 hours after the approval.',
    params: Person,
    body: z.strictObject({ reason: DecisionReason }),
    reply: FactorReset,
    status: 200,
    accepted: true,
    errors: ['NotFound', 'Conflict'],
  },
  'admin.cancel-factor-reset': {
    method: 'DELETE',
    path: '/admin/factor-reset/{id}',
    access: 'admin',
    staff: decidingStaff,
    summary: 'Cancel the reset of a person’s factors.',
    params: Person,
    reply: z.undefined(),
    status: 204,
    errors: ['NotFound', 'Conflict'],
  },
  'user.cancel-factor-reset': {
    method: 'DELETE',
    path: '/user/factor-reset',
    access: 'session',
    summary: "Cancel the approved reset of the caller's factors. Needs no proof, because the factors may be lost.",
    reply: z.undefined(),
    status: 204,
    errors: ['Conflict'],
  },
  'auth.cancel-factor-reset': {
    method: 'POST',
    path: '/auth/factor-reset/cancel',
    access: 'public',
    summary: 'Cancel the reset of an account’s factors with the token of the mail about it. Works once.',
    body: z.strictObject({
      /** The token after the `#` of the mailed link. */
      token: z.string('is missing').check(z.minLength(1, 'is missing'), z.maxLength(256, 'is too long')),
    }),
    reply: Message,
    status: 200,
    errors: ['InvalidUndoLink'],
  },
});
