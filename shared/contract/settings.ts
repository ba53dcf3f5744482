import * as z from 'zod/mini';
import { coins, type Coin } from '../catalogue.ts';
import { idSchema } from '../ids.ts';
import { DecisionReason } from './decision-reason.ts';
import { IsoDate, showable, showsSomething } from './fields.ts';
import { AskedLimits, AskedPrices, LimitVersion, PriceVersion } from './prices.ts';
import { defineRoutes } from './route.ts';
import { decidingStaff, readingStaff } from './staff.ts';
import type { SwitchName } from './switches.ts';

/** Maximum length of an announcement, in characters. */
const announcementMax = 300;

const Switch = z.boolean('must be true or false');

/** The switches: true is on. A switch changes nothing that is under way. */
const switches = {
  signUp: Switch,
  deposits: Switch,
  cardCreation: Switch,
  load: Switch,
  withdrawal: Switch,
  referrals: Switch,
} satisfies Record<SwitchName, typeof Switch>;

/** The coins that no deposit can be opened in, by their codes. */
const CoinsOff = z.array(z.enum(Object.keys(coins) as [Coin, ...Coin[]], 'is not a coin that we take'));

/** Text that the site shows to everybody; without `until` until it is taken off. */
export const Announcement = z.strictObject({
  text: z
    .string('is missing')
    .check(
      z.trim(),
      z.minLength(1, 'is missing'),
      showsSomething,
      z.maxLength(announcementMax, `is longer than ${announcementMax} characters`),
      z.regex(showable, 'has characters that cannot be shown'),
    ),
  /** When it is taken off by itself; null for never. */
  until: z.nullable(IsoDate),
});

/** Countries that are not served, by their two letters of ISO 3166-1. */
const Countries = z
  .array(z.string().check(z.regex(/^[A-Z]{2}$/, 'is not two capital letters')))
  .check(z.maxLength(100, 'has more than 100 countries'));

/** One version of the settings. Another version of the product may have stored it, by other rules and with other switches. */
export const SettingsVersion = z.object({
  /** 0: nobody has changed anything yet. */
  version: z.number().check(z.int(), z.gte(0)),
  switches: z.object(switches),
  coinsOff: CoinsOff,
  /** Null for none. */
  announcement: z.nullable(z.object({ text: z.string(), until: z.nullable(IsoDate) })),
  /** Countries in which sign-up, deposits, new cards and loads are refused. */
  restrictedCountries: Countries,
  /** The last prices that began and all upcoming ones, by their beginning. */
  prices: z.array(PriceVersion),
  /** The limits that still bind a card and all upcoming ones, by their beginning. */
  limits: z.array(LimitVersion),
  changedAt: z.nullable(IsoDate),
  changedBy: z.nullable(idSchema('user')),
  changedByEmail: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

/** The settings with the versions before, newest first. */
export const Settings = z.extend(SettingsVersion, { history: z.array(SettingsVersion) });

export const settingsRoutes = defineRoutes({
  'admin.settings': {
    method: 'GET',
    path: '/admin/settings',
    access: 'admin',
    staff: readingStaff,
    summary: 'The switches, the prices, the limits of cards and the announcement, with the versions before.',
    reply: Settings,
    status: 200,
    errors: [],
  },
  'admin.change-settings': {
    method: 'PUT',
    path: '/admin/settings',
    access: 'admin',
    staff: decidingStaff,
    summary:
      'Change the switches, the prices and limits to come and the announcement. Functions know it within 30 seconds; nothing that is under way changes.',
    body: z.strictObject({
      /** The version that was read: a change that another admin made meanwhile is never overwritten. */
      version: z.number('is missing').check(z.int('must be a whole number'), z.gte(0, 'must not be negative')),
      switches: z.strictObject(switches),
      coinsOff: CoinsOff,
      /** Null for none. */
      announcement: z.nullable(Announcement),
      /** Countries in which sign-up, deposits, new cards and loads are refused. Left out, the list stays as it is. */
      restrictedCountries: z.optional(Countries),
      /**
       * Prices that have begun stay as they are. An upcoming version begins at least 5 minutes from now, and is
       * canceled when the list lacks it. The list of an earlier version of the settings, without the present prices,
       * schedules the prices that held then again. Without a list all stay as they are.
       */
      prices: z.optional(z.array(AskedPrices).check(z.maxLength(20, 'has more than 20 versions'))),
      /** As `prices`. A new version can lower the limits of existing cards, but never raises them. */
      limits: z.optional(z.array(AskedLimits).check(z.maxLength(60, 'has more than 60 versions'))),
      reason: DecisionReason,
    }),
    reply: Settings,
    status: 200,
    errors: ['Conflict'],
  },
});
