import { expect, it } from 'vitest';
import { handler } from '#functions/api/notifications/unread.ts';
import { handler as markRead } from '#functions/api/notifications/read.ts';
import { defaultState } from '#functions/domain/notifications/notification-state.ts';
import { insert } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { notify } from '#test/support/notify.ts';

endpointSuite('notifications.unread', { handler, good: async () => ({}), refusals: {} });

it('notifications.unread counts the own ones that are not read and have not expired', async () => {
  const world = moneyWorld();
  const [user, other] = [await world.cardholder(0), await world.cardholder(0)];
  const unread = async () => (await callRoute('notifications.unread', handler, world.services, { as: user })).reply;
  await notify(world, other, 1);
  expect(await unread()).toEqual({ unread: 0 });
  const ids = await notify(world, user, 4);
  expect(await unread()).toEqual({ unread: 4 });
  await callRoute('notifications.read', markRead, world.services, { as: user, body: { through: ids[2] } });
  expect(await unread()).toEqual({ unread: 1 });
  world.clock.advance(61_000);
  expect(await unread()).toEqual({ unread: 0 });
});

it('notifications.unread counts to ten, which the bell shows as 9+', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  await notify(world, user, 10);
  const more = await world.store.listNotifications(user.userId, { limit: 1 });
  await world.store.commit(
    more.items.map((value) => ({
      write: 'insert',
      kind: 'notification',
      value: { ...value, notificationId: 'ntf_00000000000000000000009999' },
    })),
  );
  const { reply } = await callRoute('notifications.unread', handler, world.services, { as: user });
  expect(reply).toEqual({ unread: 10 });
  await world.store.commit([
    insert('notificationState', { ...defaultState(user.userId), lateIds: ['ntf_00000000000000000000000001'] }),
  ]);
  expect((await callRoute('notifications.unread', handler, world.services, { as: user })).reply).toEqual(reply);
});
