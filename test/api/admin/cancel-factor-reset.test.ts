import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/cancel-factor-reset.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

const proposed = (world: MoneyWorld) =>
  world.cardholder(0, {
    factors: ['totp'],
    factorReset: { proposedBy: unknownIds.user, proposedAtMs: world.clock.now(), reason: 'Lost the phone.' },
  });

endpointSuite('admin.cancel-factor-reset', {
  handler,
  good: async ({ world }) => ({ params: { id: (await proposed(world)).userId } }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.user } }),
    Conflict: async ({ user }) => ({ params: { id: user.userId } }),
  },
});

it('DELETE /admin/factor-reset/{id} leaves no reset', async () => {
  const world = moneyWorld();
  const { userId: id } = await proposed(world);
  const as = await world.cardholder(0, { role: 'admin' });
  const answer = await callRoute('admin.cancel-factor-reset', handler, world.services, { as, params: { id } });
  expect(answer.status).toBe(204);
  expect((await world.store.get('user', { userId: id }))?.factorReset).toBeUndefined();
});
