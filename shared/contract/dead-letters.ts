import * as z from 'zod/mini';
import { IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';
import { decidingStaff, readingStaff } from './staff.ts';

/** Queues of stored webhooks, whose messages can be given back. */
export const queueNames = ['payment-events', 'issuer-events'] as const;

/** Number of receives after which a message is set aside: a provider's outage of a day (see `retryDelaySeconds`). */
export const receivesMax = 120;

/** The dead letters of a queue: their number, and the ids and times of a few, never their content. */
export const DeadLetterQueue = z.object({
  queue: z.enum(queueNames),
  /** Approximate number of dead letters. */
  count: z.int(),
  /** When the oldest message of the sample was sent; null when there is none. */
  oldestAt: z.nullable(IsoDate),
  sample: z.array(
    z.object({
      /** Null for a message that names no event. */
      eventId: z.nullable(z.string()),
      sentAt: z.nullable(IsoDate),
      /** When the event was processed after all; null when it was not, or is no longer stored. */
      processedAt: z.nullable(IsoDate),
    }),
  ),
});

export const deadLetterRoutes = defineRoutes({
  'admin.dead-letters': {
    method: 'GET',
    path: '/admin/dead-letters',
    access: 'admin',
    staff: readingStaff,
    summary: 'Messages that were set aside, by queue, with a sample.',
    reply: z.array(DeadLetterQueue),
    status: 200,
    errors: [],
  },
  'admin.redrive': {
    method: 'POST',
    path: '/admin/dead-letters/{queue}/redrive',
    access: 'admin',
    staff: decidingStaff,
    summary:
      'Give the messages that were set aside back to their queue, for at most 15 seconds. Repeating it does no harm.',
    params: z.strictObject({ queue: z.enum(queueNames, 'is not a queue') }),
    reply: z.object({ moved: z.int(), left: z.int() }),
    status: 200,
    errors: [],
  },
});
