import { expect, it } from 'vitest';
import { notificationKinds } from '#shared/contract/notifications.ts';
import { handler } from '#functions/api/user/notifications.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.notifications', { handler, good: async () => ({}), refusals: {} });

it('user.notifications mails every kind until the person chooses', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const { reply } = await callRoute('user.notifications', handler, world.services, { as: user });
  const mailed = Object.fromEntries(notificationKinds.map((kind) => [kind, { mail: true }]));
  expect(reply).toEqual({ ...mailed, purchaseMinCents: 0 });
});
