import { transactionRoutes } from '#shared/contract/transactions.ts';
import { describeActivityLine } from '#functions/domain/deposits/describe-deposit.ts';
import { findActivityOf } from '#functions/domain/activity/find-activity.ts';
import { filterQuery, readFilter } from '#functions/domain/activity/activity-filter.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/**
 * Lists the caller's activity that fits a search and filters, newest first. A page may be short, because canceled
 * deposits are taken out of it.
 */
export const handler = readEndpoint(transactionRoutes, 'transactions.list', {
  find: async ({ userId, query }, services) => {
    const filter = readFilter(query);
    const asked = filterQuery(query);
    const list = `transactions.list:${userId}:${JSON.stringify(asked)}`;
    const opened = await openPage(services, list, query);
    const found = filter
      ? await findActivityOf(services.store, userId, filter, opened)
      : await services.store.listActivity(userId, opened);
    const page = { ...found, items: found.items.filter(({ isHidden }) => isHidden !== true) };
    return { list, asked, page };
  },
  answer: ({ list, asked, page }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/transactions',
      query: asked,
      limit: query.limit,
      page,
      describe: describeActivityLine,
    }),
});
