import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { CaseText } from './cases.ts';
import { Amount, IsoDate, ListQuery } from './fields.ts';
import { defineRoutes } from './route.ts';
import { helpingStaff, readingStaff } from './staff.ts';

/** Parts of a person's file that are lists of lines, in the order in which they are shown. */
export const fileTabs = ['cards', 'deposits', 'operations', 'movements', 'referrals', 'sessions', 'cases'] as const;

/** A further fact of a line: words, a moment or an amount. */
const Fact = z.object({
  label: z.string(),
  text: z.optional(z.string()),
  at: z.optional(IsoDate),
  amount: z.optional(Amount),
});

/** A line of a person's file, in words for staff: no card number, code or token is in any. */
export const FileLine = z.object({
  /** The id of the card, deposit, operation, session or case; for other lines an id that is unique in the list. */
  _id: z.string(),
  at: IsoDate,
  title: z.string(),
  /** The state in a word; null where it has none. */
  state: z.nullable(z.string()),
  amount: z.nullable(Amount),
  facts: z.array(Fact),
});

const UserParams = z.strictObject({ id: idSchema('user') });

/** A person's file, for staff. */
export const personFileRoutes = defineRoutes({
  'admin.user-file': {
    method: 'GET',
    path: '/admin/user-file',
    access: 'admin',
    staff: readingStaff,
    summary:
      'One part of a person’s file, newest first. A page may be short, or empty, before the end: `Link` leads on. Each read is recorded in the audit log.',
    query: z.extend(ListQuery, {
      /** The id of the person. */
      user: idSchema('user'),
      /** The part to read. */
      tab: z.enum(fileTabs, `must be one of ${fileTabs.join(', ')}`),
    }),
    changesState: true,
    reply: z.array(FileLine),
    status: 200,
    errors: ['NotFound'],
  },
  'admin.note': {
    method: 'POST',
    path: '/admin/users/{id}/notes',
    access: 'admin',
    staff: helpingStaff,
    summary: 'Add a note to a person’s file. It stays in the audit log, and the person never sees it.',
    params: UserParams,
    body: z.strictObject({ text: CaseText }),
    reply: z.undefined(),
    status: 204,
    errors: ['NotFound'],
  },
});
