import { historyRoutes } from '#shared/contract/activity.ts';
import { describeHistory } from '#functions/domain/activity/describe-history.ts';
import { findHistory } from '#functions/domain/activity/find-history.ts';
import { historyQuery, readHistoryFilter } from '#functions/domain/activity/history-filter.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/**
 * Returns the caller's account activity and card purchases as one list, newest first, narrowed by a search and filters.
 */
export const handler = readEndpoint(historyRoutes, 'activity.list', {
  find: async ({ userId, query }, services) => {
    const filter = readHistoryFilter(query);
    const asked = historyQuery(query);
    const list = `activity.list:${userId}:${JSON.stringify(asked)}`;
    const page = await findHistory(services.store, userId, filter, await openPage(services, list, query));
    return { list, asked, page };
  },
  answer: ({ list, asked, page }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/activity',
      query: asked,
      limit: query.limit,
      page,
      describe: ({ each, card }) => describeHistory(each, card),
    }),
});
