import { breakRoutes } from '#shared/contract/breaks.ts';
import { takeTicket } from '#functions/domain/tickets/decide-ticket.ts';
import { describeTicket } from '#functions/domain/tickets/describe-ticket.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Makes the caller the owner of a break. */
export const handler = endpoint(breakRoutes, 'admin.take-break', async ({ caller, params, body }, services) => {
  const taken = await takeTicket(services, { ticketId: params.id, actorId: caller.user.userId, from: body.from });
  return describeTicket(services.store, taken);
});
