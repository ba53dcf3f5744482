import { subscriptionRoutes } from '#shared/contract/subscriptions.ts';
import { readSubscriptions } from '#functions/domain/subscriptions/read-subscriptions.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Lists the payments that come again. */
export const handler = endpoint(subscriptionRoutes, 'subscriptions.list', ({ caller }, services) =>
  readSubscriptions(services, caller.user.userId),
);
