import { breakRoutes } from '#shared/contract/breaks.ts';
import { closeTicket } from '#functions/domain/tickets/decide-ticket.ts';
import { describeTicket } from '#functions/domain/tickets/describe-ticket.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Closes a break for a reason. */
export const handler = endpoint(breakRoutes, 'admin.close-break', async ({ caller, params, body }, services) => {
  const { reason } = body;
  const closed = await closeTicket(services, { ticketId: params.id, actorId: caller.user.userId, reason });
  return describeTicket(services.store, closed);
});
