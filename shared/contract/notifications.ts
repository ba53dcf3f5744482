import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { Amount, IsoDate, ListQuery, Message } from './fields.ts';
import { defineRoutes } from './route.ts';

/** Kinds of notifications. */
export const notificationKinds = [
  'deposit_seen',
  'deposit_credited',
  'deposit_trouble',
  'card_ready',
  'card_failed',
  'purchase',
  'decline',
  'refund',
  'card_frozen',
  'card_warning',
  'low_balance',
  'auto_load',
  'renewal',
  'payout',
  'debt',
  'case',
  'security',
] as const;

/** A kind of notification. */
export type NotificationKind = (typeof notificationKinds)[number];

/** Kinds whose mails cannot be switched off. */
export const mandatoryKinds = ['security', 'debt', 'card_frozen'] as const satisfies readonly NotificationKind[];

/** Maximum number of unread notifications that are counted: this number means "this many or more". */
export const unreadMax = limits.notificationsUnreadMax;

/** An event of the account, derived from what was stored. Never holds a card number, a code or a token. */
export const Notification = z.object({
  _id: idSchema('notification'),
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  /** Path of the page on the site that it is about; null when there is none. */
  link: z.nullable(z.string()),
  createdAt: IsoDate,
  /** Time of the latest call that marked it as read; null while it is unread. */
  readAt: z.nullable(IsoDate),
});

/** Number of unread notifications. */
export const Unread = z.object({ unread: z.int().check(z.gte(0), z.lte(unreadMax)) });

const minimum = z
  .int('must be a whole number of cents')
  .check(z.gte(0, 'must be 0 or more'), z.lte(limits.cardTransactionMaxCents, 'is more than a purchase may be'));

const choice = z.strictObject({ mail: z.boolean('must be true or false') });
const mandatory = z.strictObject({ mail: z.literal(true, 'cannot be switched off') });

/** The choice for each kind: mailed or not. */
const choices = Object.fromEntries(notificationKinds.map((kind) => [kind, choice])) as Record<
  NotificationKind,
  typeof choice
>;

const changes = {
  ...choices,
  card_frozen: mandatory,
  debt: mandatory,
  security: mandatory,
  /** Purchases of less, in US cents, are listed and not mailed. */
  purchaseMinCents: minimum,
} as const;

/** A person's choices per kind. Purchases below `purchaseMinCents` are listed and not mailed. */
export const NotificationPreferences = z.object({ ...choices, purchaseMinCents: Amount });

/** A card as the page of a mailed freeze link names it. */
export const FrozenCard = z.extend(Message, {
  card: z.object({ name: z.string(), last4Digits: z.string() }),
});

export const notificationRoutes = defineRoutes({
  'notifications.list': {
    method: 'GET',
    path: '/notifications',
    access: 'session',
    summary: "The caller's notifications, newest first. They are kept for 180 days.",
    query: ListQuery,
    reply: z.array(Notification),
    status: 200,
    errors: [],
  },
  'notifications.unread': {
    method: 'GET',
    path: '/notifications/unread',
    access: 'session',
    summary: `The number of unread notifications; ${unreadMax} means ${unreadMax} or more.`,
    reply: Unread,
    status: 200,
    errors: [],
  },
  'notifications.read': {
    method: 'POST',
    path: '/notifications/read',
    access: 'session',
    summary: 'Mark a notification and all older ones as read.',
    body: z.strictObject({
      /** The `_id` of the newest notification to mark. */
      through: idSchema('notification'),
    }),
    reply: Unread,
    status: 200,
    errors: ['NotFound'],
  },
  'user.notifications': {
    method: 'GET',
    path: '/user/notifications',
    access: 'session',
    summary: 'Which kinds of notifications are mailed.',
    reply: NotificationPreferences,
    status: 200,
    errors: [],
  },
  'user.set-notifications': {
    method: 'PATCH',
    path: '/user/notifications',
    access: 'session',
    summary: 'Choose which kinds are mailed; what is left out stays. `security`, `debt` and `card_frozen` stay on.',
    body: z.partial(z.strictObject(changes)),
    reply: NotificationPreferences,
    status: 200,
    errors: [],
  },
  'cards.freeze-by-link': {
    method: 'POST',
    path: '/cards/freeze-by-link',
    access: 'public',
    summary:
      'Freeze the card of a mailed purchase with the token of that mail, for 7 days. It does nothing else and signs nobody in; repeating it changes nothing.',
    body: z.strictObject({
      /** The token after the `#` of the mailed link. */
      token: z.string('is missing').check(z.minLength(1, 'is missing'), z.maxLength(512, 'is too long')),
    }),
    reply: FrozenCard,
    status: 200,
    accepted: true,
    errors: ['InvalidUndoLink', 'CardNotActive'],
  },
});
