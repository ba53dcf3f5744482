import { notificationRoutes } from '#shared/contract/notifications.ts';
import { describeNotification, listNotifications } from '#functions/domain/notifications/read-notifications.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

const list = 'notifications.list';

/** Lists the caller's notifications, newest first. */
export const handler = readEndpoint(notificationRoutes, list, {
  find: async ({ query, userId }, services) =>
    listNotifications(services.store, userId, await openPage(services, list, query)),
  answer: ({ page, state }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/notifications',
      limit: query.limit,
      page,
      describe: (notification) => describeNotification(notification, state),
    }),
});
