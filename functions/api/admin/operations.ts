import { deskRoutes } from '#shared/contract/desk.ts';
import { addressesOf } from '#functions/domain/admin/addresses-of.ts';
import { waitingMost } from '#functions/domain/desk/read-desk.ts';
import { describeWaitingOperation } from '#functions/domain/desk/waiting-operation.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Lists operations in review, the longest waiting first, with their evidence. */
export const handler = readEndpoint(deskRoutes, 'admin.operations', {
  find: (_request, { store }) => store.listWaiting('operation', waitingMost),
  answer: async (operations, _request, { store }) => {
    const addresses = await addressesOf(
      store,
      operations.flatMap(({ userId, proposal }) => [userId, ...(proposal ? [proposal.by] : [])]),
    );
    return operations.map((operation) => describeWaitingOperation(operation, addresses));
  },
});
