import * as z from 'zod/mini';
import { IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';

/** Parts of a data export, in their order. */
export const exportParts = [
  'profile',
  'security',
  'sessions',
  'securityLog',
  'cards',
  'cardTransactions',
  'activity',
  'deposits',
  'operations',
  'ledger',
  'subscriptions',
  'referrals',
  'rewards',
  'notificationChoices',
  'notifications',
  'cases',
] as const;

/** A part of a data export. */
export type ExportPart = (typeof exportParts)[number];

/** The export of a person's own data. */
export const dataExportRoutes = defineRoutes({
  'user.export': {
    method: 'POST',
    path: '/user/export',
    access: 'user',
    summary:
      "Ask for an export of the caller's data, once a day. The mailed link works for 24 hours, signed in and with a fresh session.",
    fresh: true,
    reply: z.object({ expiresAt: IsoDate }),
    status: 200,
    errors: [],
  },
  'user.export-read': {
    method: 'POST',
    path: '/user/export/read',
    access: 'user',
    summary: 'Read an export page by page, with the token of the mailed link, until `cursor` is null.',
    fresh: true,
    body: z.strictObject({
      /** The token after the `#` of the mailed link. */
      token: z.string('is missing').check(z.trim(), z.minLength(1, 'is missing'), z.maxLength(200, 'is too long')),
      /** The `cursor` of the page before; left out for the first page. */
      cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
    }),
    reply: z.object({
      parts: z.array(z.object({ part: z.enum(exportParts), items: z.array(z.record(z.string(), z.unknown())) })),
      cursor: z.nullable(z.string()),
    }),
    status: 200,
    errors: ['InvalidExportLink'],
  },
});
