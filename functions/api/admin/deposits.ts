import { deskRoutes } from '#shared/contract/desk.ts';
import { waitingMost } from '#functions/domain/desk/read-desk.ts';
import { addressesAbout, describeWaitingDeposit } from '#functions/domain/desk/waiting-deposit.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Lists deposits that wait for a person, the longest waiting first; or those with refused money, newest first. */
export const handler = readEndpoint(deskRoutes, 'admin.deposits', {
  find: async ({ query }, services) => {
    const { store } = services;
    const list = `admin.deposits:${query.state ?? ''}`;
    const opened = await openPage(services, list, query);
    const waiting = async () => ({ items: await store.listWaiting('deposit', waitingMost), cursor: undefined });
    const page = await (query.state === undefined ? waiting() : store.listRefusedDeposits(opened));
    return { list, page, addresses: await addressesAbout(store, page.items) };
  },
  answer: ({ list, page, addresses }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/admin/deposits',
      query: query.state === undefined ? {} : { state: query.state },
      limit: query.limit,
      page,
      describe: (deposit) => describeWaitingDeposit(deposit, addresses),
    }),
});
