import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { Operation } from './cards.ts';
import { defineRoutes } from './route.ts';

/** The outcome of a request that was sent with an `Idempotency-Key`. */
export const RequestOutcome = z.object({
  /**
   * `none`: the request never arrived. `taken`: repeating it with the same key returns its first answer. `refused`:
   * `message` says why.
   */
  outcome: z.enum(['none', 'taken', 'refused']),
  /** The operation at the card issuer that it started, as it stands now. */
  operation: z.nullable(Operation),
  message: z.nullable(z.string()),
});

export const operationRoutes = defineRoutes({
  'operations.find': {
    method: 'GET',
    path: '/operations',
    // Not `user`: staff send keys too.
    access: 'session',
    summary: 'What became of a request whose answer was lost, by the Idempotency-Key that it was sent with.',
    query: z.strictObject({
      /** The name of the call: `cards.load`. */
      call: z.string('is missing').check(z.regex(/^[a-z][a-z.-]{1,39}$/, 'is not the name of a call')),
      /** The `Idempotency-Key` of the request. */
      key: z.string('is missing').check(z.regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 printable characters')),
    }),
    reply: RequestOutcome,
    status: 200,
    errors: [],
  },
  'operations.read': {
    method: 'GET',
    path: '/operations/{id}',
    access: 'user',
    summary: 'How a load, withdrawal, creation or deletion that was answered with 202 stands.',
    params: z.strictObject({ id: idSchema('operation') }),
    reply: Operation,
    status: 200,
    errors: ['NotFound'],
  },
});
