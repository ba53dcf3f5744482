import { notificationRoutes } from '#shared/contract/notifications.ts';
import { markRead } from '#functions/domain/notifications/mark-read.ts';
import { countUnread } from '#functions/domain/notifications/read-notifications.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Marks a notification of the caller and all older ones as read. */
export const handler = endpoint(notificationRoutes, 'notifications.read', async ({ caller, body }, services) => {
  await markRead(services, caller.user.userId, body.through);
  return countUnread(services.store, caller.user.userId);
});
