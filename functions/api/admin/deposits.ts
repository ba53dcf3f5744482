import { deskRoutes } from '#shared/contract/desk.ts';
import { waitingMost } from '#functions/domain/desk/read-desk.ts';
import { addressesAbout, describeWaitingDeposit } from '#functions/domain/desk/waiting-deposit.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Lists deposits that wait for a person, the longest waiting first. */
export const handler = readEndpoint(deskRoutes, 'admin.deposits', {
  find: (_request, { store }) => store.listWaiting('deposit', waitingMost),
  answer: async (deposits, _request, { store }) => {
    const addresses = await addressesAbout(store, deposits);
    return deposits.map((deposit) => describeWaitingDeposit(deposit, addresses));
  },
});
