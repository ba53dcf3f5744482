import { breakRoutes } from '#shared/contract/breaks.ts';
import { waitingMost } from '#functions/domain/desk/read-desk.ts';
import { describeTickets } from '#functions/domain/tickets/describe-ticket.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Lists open breaks of reconciliation, the longest open first. */
export const handler = readEndpoint(breakRoutes, 'admin.breaks', {
  find: (_request, { store }) => store.listWaiting('ticket', waitingMost),
  answer: (tickets, _request, { store }) => describeTickets(store, tickets),
});
