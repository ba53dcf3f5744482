import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/breaks.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openTicket } from '#test/support/open-ticket.ts';

endpointSuite('admin.breaks', { handler, good: async () => ({}), refusals: {} });

it('GET /admin/breaks lists the open breaks, longest first, with sums, proposal and address', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
  const user = await world.cardholder(0);
  const first = await openTicket(world.services, user.userId);
  world.clock.advance(60_000);
  const second = await openTicket(world.services, undefined);
  const { reply } = await callRoute('admin.breaks', handler, world.services, { as });
  expect(reply).toMatchObject([
    {
      _id: first,
      userId: user.userId,
      email: user.email,
      cents: 120,
      proposal: 'Find out who changed it',
      takenBy: null,
    },
    { _id: second, userId: null, email: null, evidence: { counted: 3, says: 4 } },
  ]);
});
