import { expect, it } from 'vitest';
import { mandatoryKinds } from '#shared/contract/notifications.ts';
import { handler as read } from '#functions/api/user/notifications.ts';
import { handler } from '#functions/api/user/set-notifications.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.set-notifications', {
  handler,
  good: async () => ({ body: { refund: { mail: false }, purchaseMinCents: 500 } }),
  refusals: {},
  badBodies: [
    ['purchaseMinCents', { purchaseMinCents: -1 }],
    ['purchaseMinCents', { purchaseMinCents: 1.5 }],
    ['purchaseMinCents', { purchaseMinCents: 500_001 }],
    ['refund.mail', { refund: { mail: 'no' } }],
    ...mandatoryKinds.map((kind) => [`${kind}.mail`, { [kind]: { mail: false } }] as const),
  ],
});

it('user.set-notifications changes the given choices and keeps the rest', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const set = (body: object) => callRoute('user.set-notifications', handler, world.services, { as: user, body });
  await set({ refund: { mail: false }, purchaseMinCents: 500 });
  await set({ decline: { mail: false }, security: { mail: true } });
  const { reply } = await callRoute('user.notifications', read, world.services, { as: user });
  expect(reply).toMatchObject({
    refund: { mail: false },
    decline: { mail: false },
    security: { mail: true },
    purchase: { mail: true },
    purchaseMinCents: 500,
  });
  expect((await set({ refund: { mail: true } })).reply).toMatchObject({
    refund: { mail: true },
    decline: { mail: false },
  });
});
