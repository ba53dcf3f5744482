import { notificationRoutes } from '#shared/contract/notifications.ts';
import { countUnread } from '#functions/domain/notifications/read-notifications.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Counts the caller's unread notifications. */
export const handler = readEndpoint(notificationRoutes, 'notifications.unread', {
  find: ({ userId }, { store }) => countUnread(store, userId),
  answer: async (found) => found,
});
