import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import type { Cents } from '../money.ts';
import { CardReply } from './cards.ts';
import { Moment } from './fields.ts';
import { defineRoutes } from './route.ts';

const params = z.strictObject({ id: idSchema('card') });

/** An amount on a card, in cents. */
function amountFrom(minCents: number) {
  return z
    .int('must be a whole number of cents')
    .check(
      z.gte(minCents, minCents === 1 ? 'must be at least 1 cent' : 'must be at least $1.00'),
      z.lte(limits.cardBalanceMaxCents, 'is more than a card can hold'),
    ) as unknown as z.ZodMiniType<Cents, number>;
}

export const autoLoadRoutes = defineRoutes({
  'cards.alerts': {
    method: 'PATCH',
    path: '/cards/{id}/alerts',
    access: 'user',
    summary: 'Be notified when the balance of a card falls below an amount; null ends it.',
    params,
    body: z.strictObject({
      /** In US cents. */
      lowBalance: z.nullable(amountFrom(1)),
    }),
    reply: CardReply,
    status: 200,
    errors: ['NotFound', 'CardNotActive'],
  },
  'cards.auto-load': {
    method: 'PUT',
    path: '/cards/{id}/auto-load',
    access: 'user',
    summary:
      'Load a card from the balance whenever a purchase leaves less than `below` on it, for the fee of a load: once per purchase, up to `monthlyMax` per calendar month, until a time or without an end (null). It pauses while the card is frozen or the account is locked, when the fee rises until it is ordered again, and while the present terms are not accepted, and ends after three failures in a row.',
    params,
    closedByLock: true,
    body: z
      .strictObject({
        /** In US cents: a purchase that leaves less on the card starts a load. */
        below: amountFrom(1),
        /** The amount that lands on the card each time, in US cents; the fee comes on top. */
        amount: amountFrom(limits.autoLoadMinCents),
        /** Maximum that lands on the card in a calendar month (UTC), in US cents. */
        monthlyMax: z
          .int('must be a whole number of cents')
          .check(
            z.gte(1, 'must be at least 1 cent'),
            z.lte(100 * limits.cardBalanceMaxCents, 'is too large'),
          ) as unknown as z.ZodMiniType<Cents, number>,
        /** When it ends by itself; null for an order without an end. */
        until: z._default(z.nullable(Moment), null),
      })
      .check(
        z.refine(({ amount, monthlyMax }) => monthlyMax >= amount, {
          path: ['monthlyMax'],
          error: 'is less than one load',
        }),
      ),
    reply: CardReply,
    status: 200,
    priced: true,
    switch: 'load',
    errors: [
      'NotFound',
      'CardNotActive',
      'CardBalanceLimit',
      'TemporarilyUnavailable',
      'RegionNotServed',
      'TermsNotAccepted',
      'QuoteChanged',
    ],
  },
  'cards.end-auto-load': {
    method: 'DELETE',
    path: '/cards/{id}/auto-load',
    access: 'user',
    summary: 'End auto-load of a card. A load that is under way is finished.',
    params,
    reply: CardReply,
    status: 200,
    errors: ['NotFound'],
  },
});
