import { notificationRoutes } from '#shared/contract/notifications.ts';
import { defaultState } from '#functions/domain/notifications/notification-state.ts';
import { describePreferences } from '#functions/domain/notifications/preferences.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns which kinds of notifications the caller gets by mail. */
export const handler = readEndpoint(notificationRoutes, 'user.notifications', {
  find: ({ userId }, { store }) => store.get('notificationState', { userId }),
  answer: async (found, { caller }) => describePreferences(found ?? defaultState(caller.user.userId)),
});
