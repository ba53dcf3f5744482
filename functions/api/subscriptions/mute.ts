import { subscriptionRoutes } from '#shared/contract/subscriptions.ts';
import { muteSubscription } from '#functions/domain/subscriptions/read-subscriptions.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Stops the notifications of a subscription, or lets them begin again. */
export const handler = endpoint(subscriptionRoutes, 'subscriptions.mute', ({ caller, body }, services) => {
  const { cardId, merchant, mutedUntil } = body;
  const mutedUntilMs = mutedUntil === null ? undefined : Date.parse(mutedUntil);
  return muteSubscription(services, caller.user.userId, { cardId, merchant, mutedUntilMs });
});
