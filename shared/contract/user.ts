import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { Amount, IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';

/** A person, as the API tells it. `balance` is available − debt, so it can be negative; `held` is set aside for what is under way. */
export const User = z.object({
  _id: idSchema('user'),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role: z.enum(['admin', 'user']),
  verified: z.boolean(),
  isTwoFactorEnabled: z.boolean(),
  isSuspended: z.boolean(),
  balance: Amount,
  held: Amount,
  cardholderId: z.nullable(z.string()),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

export const userRoutes = defineRoutes({
  'user.read': {
    method: 'GET',
    path: '/user',
    access: 'session',
    summary: 'The signed-in person.',
    reply: User,
    status: 200,
    errors: [],
  },
});
