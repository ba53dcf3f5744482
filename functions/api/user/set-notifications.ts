import { notificationRoutes } from '#shared/contract/notifications.ts';
import { describePreferences, setPreferences } from '#functions/domain/notifications/preferences.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Changes which kinds of notifications the caller gets by mail. */
export const handler = endpoint(notificationRoutes, 'user.set-notifications', async ({ caller, body }, services) =>
  describePreferences(await setPreferences(services, caller.user.userId, body)),
);
