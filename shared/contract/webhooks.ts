import * as z from 'zod/mini';
import { defineRoutes } from './route.ts';

/** `inbox`: the part of the address that only its provider knows. */
const InboxParams = z.strictObject({ inbox: z.string().check(z.minLength(1), z.maxLength(200)) });
const Received = z.object({ received: z.boolean() });

export const webhookRoutes = defineRoutes({
  'webhooks.payments': {
    method: 'POST',
    path: '/webhooks/payments/{inbox}',
    access: 'public',
    summary: 'The payment provider reports a payment. Stored and queued; never believed without asking.',
    params: InboxParams,
    reply: Received,
    status: 200,
    raw: true,
    errors: ['InvalidSignature', 'PayloadTooLarge'],
  },
  'webhooks.issuer': {
    method: 'POST',
    path: '/webhooks/issuer/{inbox}',
    access: 'public',
    summary: 'The card issuer reports an event. Stored and queued; never believed without asking.',
    params: InboxParams,
    reply: Received,
    status: 200,
    raw: true,
    errors: ['InvalidSignature', 'PayloadTooLarge'],
  },
});
