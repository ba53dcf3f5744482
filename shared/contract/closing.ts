import * as z from 'zod/mini';
import { Amount, IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';

/** Leaving: closing the account. */
export const closingRoutes = defineRoutes({
  'user.close': {
    method: 'POST',
    path: '/user/close',
    access: 'user',
    summary:
      'Close the account and end every session. `waiveCents` gives up the whole balance. A sign-in by `returnUntil` undoes it; then the personal data is erased. A repeat answers the same.',
    fresh: true,
    repeatsClosing: true,
    body: z.strictObject({
      /** The whole balance, in cents, to give it up; left out for a balance of 0. */
      waiveCents: z.optional(Amount.check(z.gte(0, 'must not be negative'))),
    }),
    reply: z.object({ closedAt: IsoDate, returnUntil: IsoDate }),
    status: 200,
    errors: ['BalanceLeft', 'CardsLeft', 'AccountInDebt', 'MoneyUnderWay'],
  },
});
