import { treasuryRoutes } from '#shared/contract/treasury.ts';
import { waitingMost } from '#functions/domain/desk/read-desk.ts';
import { describeMoves } from '#functions/domain/treasury/describe-move.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Lists payouts and top-ups that wait for a second admin, the longest waiting first. */
export const handler = readEndpoint(treasuryRoutes, 'admin.treasury', {
  find: (_request, { store }) => store.listWaiting('treasuryMove', waitingMost),
  answer: (moves, _request, { store }) => describeMoves(store, moves),
});
