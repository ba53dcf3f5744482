import * as z from 'zod/mini';
import { IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';
import { switchNames } from './switches.ts';

/** The state of the platform, for everybody. */
export const Status = z.object({
  parts: z.array(
    z.object({
      name: z.enum(switchNames),
      /** `limited`: deposits in some coins are paused. `paused`: new requests are refused; what is under way ends. */
      state: z.enum(['working', 'limited', 'paused']),
      /** Since when it is not working, as far as that is known. */
      since: z.nullable(IsoDate),
    }),
  ),
  announcement: z.optional(z.object({ text: z.string(), until: z.nullable(IsoDate) })),
});

export const statusRoutes = defineRoutes({
  'status.read': {
    method: 'GET',
    path: '/status',
    access: 'public',
    summary: 'The parts of the platform with their states, and what is announced. At most 40 seconds old.',
    reply: Status,
    status: 200,
    cachedSeconds: 10,
    errors: [],
  },
});
