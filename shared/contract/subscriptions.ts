import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { Amount, IsoDate, Moment } from './fields.ts';
import { defineRoutes } from './route.ts';

/** A recurring payment, as the purchases of a card show it. */
export const Subscription = z.object({
  merchant: z.string(),
  cardId: idSchema('card'),
  /** The amount of the last payment. */
  expectedCents: Amount,
  /** When the next payment is expected. */
  nextAt: IsoDate,
  /** 7, 14, 30 (every month) or 365 (every year). */
  cadenceDays: z.int(),
  /** The amount that the card lacks for it; 0 when there is enough. */
  shortByCents: Amount,
  /** Until then payments are not announced; null when they are. */
  mutedUntil: z.nullable(IsoDate),
});

export const subscriptionRoutes = defineRoutes({
  'subscriptions.list': {
    method: 'GET',
    path: '/subscriptions',
    access: 'user',
    summary: 'Recurring payments, found in the purchases of the cards, the next one first.',
    reply: z.array(Subscription),
    status: 200,
    errors: [],
  },
  'subscriptions.mute': {
    method: 'PATCH',
    path: '/subscriptions',
    access: 'user',
    summary: 'Mute the announcements of a subscription until a time; null ends the mute.',
    body: z.strictObject({
      /** The card that pays it. */
      cardId: idSchema('card'),
      /** The merchant, as `GET /subscriptions` spells it. */
      merchant: z.string('is missing').check(z.minLength(1, 'is missing'), z.maxLength(200, 'is too long')),
      mutedUntil: z.nullable(Moment),
    }),
    reply: Subscription,
    status: 200,
    errors: ['NotFound'],
  },
});
