import { expect, it } from 'vitest';
import { handler } from '#functions/api/notifications/list.ts';
import { handler as markRead } from '#functions/api/notifications/read.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { notify } from '#test/support/notify.ts';

endpointSuite('notifications.list', { handler, good: async () => ({}), refusals: {} });

it('notifications.list returns the caller’s notifications page by page, newest first, with the read ones marked', async () => {
  const world = moneyWorld();
  const [user, other] = [await world.cardholder(0), await world.cardholder(0)];
  await notify(world, other, 1);
  const ids = await notify(world, user, 5);
  await callRoute('notifications.read', markRead, world.services, { as: user, body: { through: ids[1] } });
  const first = await callRoute('notifications.list', handler, world.services, { as: user, query: { limit: '3' } });
  expect(first.reply).toMatchObject([
    { _id: ids[4], kind: 'purchase', readAt: null },
    { _id: ids[3], readAt: null },
    { _id: ids[2], readAt: null },
  ]);
  const link = String(first.headers['link']);
  const next = new URLSearchParams(link.slice(link.indexOf('?') + 1, link.indexOf('>')));
  const second = await callRoute('notifications.list', handler, world.services, {
    as: user,
    query: Object.fromEntries(next),
  });
  const readAt = new Date(world.clock.now()).toISOString();
  expect(second.reply).toMatchObject([
    { _id: ids[1], readAt },
    { _id: ids[0], readAt },
  ]);
  expect(second.headers['link']).toBeUndefined();
});

it('notifications.list refuses a cursor that is not its own', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const answer = await callRoute('notifications.list', handler, world.services, { as: user, query: { cursor: 'x' } });
  expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed' });
});
