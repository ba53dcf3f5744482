import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/two-factor.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.two-factor', {
  handler,
  good: async () => ({ body: { enabled: true } }),
  refusals: {
    Conflict: async ({ world }) => ({
      as: await world.cardholder(0, { role: 'admin', isTwoFactorEnabled: true }),
      body: { enabled: false },
    }),
  },
  badBodies: [
    ['enabled', { enabled: 'true' }],
    ['enabled', { enabled: null }],
  ],
});

it('user.two-factor returns the person as they now are', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(100);
  const { reply } = await callRoute('user.two-factor', handler, world.services, { as: user, body: { enabled: true } });
  expect(reply).toMatchObject({ _id: user.userId, isTwoFactorEnabled: true, balance: 100 });
});
