import { handler } from '#functions/api/admin/take-break.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { openTicket } from '#test/support/open-ticket.ts';
import { closeTicket } from '#functions/domain/tickets/decide-ticket.ts';

endpointSuite('admin.take-break', {
  handler,
  good: async ({ world, user }) => ({
    params: { id: await openTicket(world.services, user.userId) },
    body: { from: null },
  }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.ticket } }),
    Conflict: async ({ world, user }) => {
      const id = await openTicket(world.services, user.userId);
      const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
      await closeTicket(world.services, { ticketId: id, actorId, reason: 'Posted.' });
      return { params: { id } };
    },
  },
});
