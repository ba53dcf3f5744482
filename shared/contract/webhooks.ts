import * as z from 'zod/mini';
import { defineRoutes } from './route.ts';

const TokenParams = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
const Received = z.object({ received: z.boolean() });

export const webhookRoutes = defineRoutes({
  'webhooks.payments': {
    method: 'POST',
    path: '/webhooks/payments/{token}',
    access: 'public',
    summary: 'The payment provider tells of a payment. Stored and queued; never believed without asking.',
    params: TokenParams,
    reply: Received,
    status: 200,
    raw: true,
    errors: ['InvalidSignature', 'PayloadTooLarge'],
  },
  'webhooks.issuer': {
    method: 'POST',
    path: '/webhooks/issuer/{token}',
    access: 'public',
    summary: 'The card issuer tells of an event. Stored and queued; never believed without asking.',
    params: TokenParams,
    reply: Received,
    status: 200,
    raw: true,
    errors: ['InvalidSignature', 'PayloadTooLarge'],
  },
});
