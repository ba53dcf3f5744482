import { caseRoutes } from '#shared/contract/cases.ts';
import { addressesOf } from '#functions/domain/admin/addresses-of.ts';
import { describeForStaff } from '#functions/domain/cases/read-case.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Lists the open cases in a state, the longest in it first; or one person's cases, newest first. */
export const handler = readEndpoint(caseRoutes, 'admin.cases', {
  find: async ({ query }, services) => {
    const { state, user } = query;
    const asked: Record<string, string> = user === undefined ? { state } : { user };
    const list = `admin.cases:${JSON.stringify(asked)}`;
    const opened = await openPage(services, list, query);
    const { store } = services;
    const page = await (user === undefined ? store.listOpenCases(state, opened) : store.listCases(user, opened));
    const addresses = await addressesOf(
      store,
      page.items.map(({ userId }) => userId),
    );
    return { list, asked, page, addresses };
  },
  answer: ({ list, asked, page, addresses }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/admin/cases',
      query: asked,
      limit: query.limit,
      page,
      describe: (found) => describeForStaff(found, addresses),
    }),
});
