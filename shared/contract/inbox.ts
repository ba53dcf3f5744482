import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { IsoDate, ListQuery, Moment } from './fields.ts';
import { defineRoutes } from './route.ts';
import { moneyStaff, readingStaff } from './staff.ts';

/** Providers that send webhooks. */
export const webhookProviders = ['payments', 'issuer'] as const;

/**
 * Verdicts on a webhook when it comes. `kept`: authentic, but about nothing of ours. `ignored`: authentic, but of a
 * kind that we do not act upon. `malformed`: authentic, but no event.
 */
export const webhookVerdicts = ['accepted', 'kept', 'ignored', 'malformed', 'bad_signature'] as const;

/**
 * Outcomes of a webhook. `waiting`: its worker has not run. `failing`: it failed and is tried again. `set_aside`: it
 * failed too often and lies among the dead letters. `none`: nothing is done for its verdict.
 */
export const webhookOutcomes = ['waiting', 'failing', 'set_aside', 'done', 'no_effect', 'none'] as const;

/** Maximum number of deliveries of one webhook that are counted. */
export const deliveriesMax = 20;

/** A line of the webhook inbox. */
export const Webhook = z.object({
  _id: z.string(),
  provider: z.enum(webhookProviders),
  receivedAt: IsoDate,
  verdict: z.enum(webhookVerdicts),
  outcome: z.enum(webhookOutcomes),
  /** A report of what was done, or of what went wrong, in words for staff; null when there is nothing to say. */
  words: z.nullable(z.string()),
  /** Our deposit's id, or the issuer's id of the card or cardholder; null for what is about nothing that we know. */
  about: z.nullable(z.string()),
  /** Number of times that the same bytes came; 20 means 20 or more. */
  deliveries: z.int(),
  /** Number of times that its worker failed. */
  failures: z.int(),
  processedAt: z.nullable(IsoDate),
  /** False for a webhook without a stored body, and for one that is about nothing of ours. */
  canReplay: z.boolean(),
});

/** A webhook with its body, as far as it may be shown. */
export const WebhookFile = z.extend(Webhook, {
  /** The JSON without signatures and whatever could be a secret; null where nothing was kept or nothing can be shown. */
  body: z.nullable(z.string()),
  userId: z.nullable(idSchema('user')),
  depositId: z.nullable(idSchema('deposit')),
  cardId: z.nullable(idSchema('card')),
  keptUntil: IsoDate,
});

/** The id of a webhook. */
export const WebhookId = z
  .string()
  .check(z.regex(/^(payments|issuer)-[a-z0-9-]{1,80}$/, 'is not the id of a webhook'), z.maxLength(89));

export const inboxRoutes = defineRoutes({
  'admin.webhooks': {
    method: 'GET',
    path: '/admin/webhooks',
    access: 'admin',
    staff: readingStaff,
    summary: 'Webhooks of both providers, newest first; of one deposit, card, provider, verdict or outcome.',
    query: z.extend(ListQuery, {
      provider: z.optional(z.enum(webhookProviders, 'is not a provider')),
      /** `duplicate`: those that came more than once. */
      verdict: z.optional(z.enum([...webhookVerdicts, 'duplicate'], 'is not a verdict')),
      outcome: z.optional(z.enum(webhookOutcomes, 'is not an outcome')),
      /** Our id of a deposit, card or operation, or an id of the provider or of a transfer. */
      about: z.optional(z.string().check(z.regex(/^[\w.:-]{1,128}$/, 'is not an id'))),
      from: z.optional(Moment),
      /** The end of the period: the first moment that is not part of it. */
      to: z.optional(Moment),
    }),
    reply: z.array(Webhook),
    status: 200,
    errors: [],
  },
  'admin.webhook': {
    method: 'GET',
    path: '/admin/webhooks/{id}',
    access: 'admin',
    staff: readingStaff,
    summary: 'One webhook with what its body says. Each read is recorded in the audit log.',
    params: z.strictObject({ id: WebhookId }),
    changesState: true,
    reply: WebhookFile,
    status: 200,
    errors: ['NotFound'],
  },
  'admin.replay-webhook': {
    method: 'POST',
    path: '/admin/webhooks/{id}/replay',
    access: 'admin',
    staff: moneyStaff,
    summary: 'Give a webhook to its worker again, by the normal way: the provider is asked. Repeating it does no harm.',
    params: z.strictObject({ id: WebhookId }),
    reply: Webhook,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
});
