import { subscriptionRoutes } from '#shared/contract/subscriptions.ts';
import { readSubscriptions } from '#functions/domain/subscriptions/read-subscriptions.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Lists the caller's recurring payments. */
export const handler = readEndpoint(subscriptionRoutes, 'subscriptions.list', {
  find: ({ userId }, services) => readSubscriptions(services, userId),
  answer: async (found) => found,
});
