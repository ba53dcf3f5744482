import { transactionRoutes } from '#shared/contract/transactions.ts';
import { describeStaffLine } from '#functions/domain/deposits/describe-deposit.ts';
import { findAllActivity } from '#functions/domain/activity/find-activity.ts';
import { filterQuery, readFilter } from '#functions/domain/activity/activity-filter.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Lists everybody's activity that fits a search and filters, newest first. */
export const handler = readEndpoint(transactionRoutes, 'transactions.all', {
  find: async ({ query }, services) => {
    const filter = readFilter(query);
    const asked = filterQuery(query);
    const list = `transactions.all:${JSON.stringify(asked)}`;
    const opened = await openPage(services, list, query);
    const page = filter
      ? await findAllActivity(services.store, filter, opened)
      : await services.store.listAllActivity(opened);
    return { list, asked, page };
  },
  answer: ({ list, asked, page }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/transactions/all',
      query: asked,
      limit: query.limit,
      page,
      describe: describeStaffLine,
    }),
});
