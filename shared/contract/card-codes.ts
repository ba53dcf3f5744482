import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { Amount, IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';

/** A one-time 3-D Secure code that a merchant's bank asked for. */
export const OneTimeCode = z.object({
  code: z.string(),
  merchant: z.string(),
  amount: Amount,
  currency: z.string(),
  expiresAt: IsoDate,
});

export const cardCodeRoutes = defineRoutes({
  'cards.codes': {
    method: 'GET',
    path: '/cards/{id}/codes',
    access: 'user',
    summary:
      'The one-time 3-D Secure codes that merchants’ banks asked for, newest first, each for at most five minutes.',
    params: z.strictObject({ id: idSchema('card') }),
    reply: z.array(OneTimeCode),
    status: 200,
    errors: ['NotFound'],
  },
});
