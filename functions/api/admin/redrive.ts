import { deadLetterRoutes } from '#shared/contract/dead-letters.ts';
import { redrive } from '#functions/domain/dead-letters/redrive.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Gives the messages that were set aside back to their queue. */
export const handler = endpoint(deadLetterRoutes, 'admin.redrive', ({ caller, params }, services) =>
  redrive(services, { queue: params.queue, actorId: caller.user.userId }),
);
