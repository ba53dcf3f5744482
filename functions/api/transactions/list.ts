import { transactionRoutes } from '#shared/contract/transactions.ts';
import { describeActivityLine } from '#functions/domain/deposits/describe-deposit.ts';
import { findActivityOf } from '#functions/domain/activity/find-activity.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Page, PageQuery } from '#functions/ports/store.ts';
import { filterQuery, readFilter } from '#functions/domain/activity/activity-filter.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Maximum number of reads for a page: canceled deposits, at most 20 a day, are left out and made up for. */
const readsMax = 20;

/**
 * Lists the caller's activity that fits a search and filters, newest first. A page of a search may be short, because
 * canceled deposits are taken out of it.
 */
export const handler = readEndpoint(transactionRoutes, 'transactions.list', {
  find: async ({ userId, query }, services) => {
    const filter = readFilter(query);
    const asked = filterQuery(query);
    const list = `transactions.list:${userId}:${JSON.stringify(asked)}`;
    const opened = await openPage(services, list, query);
    const read = (page: PageQuery) =>
      filter ? findActivityOf(services.store, userId, filter, page) : services.store.listActivity(userId, page);
    let found = await read(opened);
    const shown = shownOf(found);
    // The site reads on only at the end of a second page of its table.
    const most = filter ? 1 : readsMax;
    for (let reads = 1; reads < most && found.cursor && shown.length < opened.limit; reads += 1) {
      found = await read({ limit: opened.limit - shown.length, cursor: found.cursor });
      shown.push(...shownOf(found));
    }
    return { list, asked, page: { ...found, items: shown } };
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

function shownOf({ items }: Page<ActivityLine>): ActivityLine[] {
  return items.filter(({ isHidden }) => isHidden !== true);
}
