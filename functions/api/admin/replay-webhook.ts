import { inboxRoutes } from '#shared/contract/inbox.ts';
import { describeWebhook } from '#functions/domain/events/describe-webhook.ts';
import { replayWebhook } from '#functions/domain/events/replay-webhook.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Gives a webhook to its worker again. */
export const handler = endpoint(inboxRoutes, 'admin.replay-webhook', async ({ caller, params }, services) =>
  describeWebhook(await replayWebhook(services, { actorId: caller.user.userId, eventId: params.id })),
);
