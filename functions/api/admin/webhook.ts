import { inboxRoutes } from '#shared/contract/inbox.ts';
import { readWebhook } from '#functions/domain/events/read-webhook.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Returns one webhook with the content of its body. Each read is recorded. */
export const handler = endpoint(inboxRoutes, 'admin.webhook', ({ caller, params }, services) =>
  readWebhook(services, { actorId: caller.user.userId, eventId: params.id }),
);
