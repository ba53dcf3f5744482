import { caseRoutes } from '#shared/contract/cases.ts';
import { describeCase } from '#functions/domain/cases/read-case.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

const list = 'cases.list';

/** Lists the caller's cases, newest first. */
export const handler = readEndpoint(caseRoutes, list, {
  find: async ({ query, userId }, services) => services.store.listCases(userId, await openPage(services, list, query)),
  answer: (page, { query }, services) =>
    pageAnswer(services, list, { path: '/api/cases', limit: query.limit, page, describe: describeCase }),
});
