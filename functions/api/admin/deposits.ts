import { deskRoutes } from '#shared/contract/desk.ts';
import { addressesOf } from '#functions/domain/admin/addresses-of.ts';
import { waitingMost } from '#functions/domain/desk/read-desk.ts';
import { describeWaitingDeposit } from '#functions/domain/desk/waiting-deposit.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Lists deposits that wait for a person, the longest waiting first. */
export const handler = readEndpoint(deskRoutes, 'admin.deposits', {
  find: (_request, { store }) => store.listWaiting('deposit', waitingMost),
  answer: async (deposits, _request, { store }) => {
    const addresses = await addressesOf(
      store,
      deposits.flatMap(({ proposal }) => proposal?.actorId ?? []),
    );
    return deposits.map((deposit) => describeWaitingDeposit(deposit, addresses));
  },
});
