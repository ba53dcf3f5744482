import { userRoutes } from '#shared/contract/user.ts';
import { listPeople } from '#functions/domain/admin/list-people.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Lists everybody with an account and its balance, or those whom `search` finds. */
export const handler = readEndpoint(userRoutes, 'user.all', {
  find: async ({ query }, services) => {
    const search = query.search ?? '';
    const list = `user.all:${search}`;
    const page = await listPeople(services, search, await openPage(services, list, query));
    return { search, list, page };
  },
  answer: ({ search, list, page }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/user/all',
      query: search === '' ? {} : { search },
      limit: query.limit,
      page,
      describe: ({ user, wallet }) => describeUser(user, wallet),
    }),
});
