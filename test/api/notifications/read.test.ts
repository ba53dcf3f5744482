import { expect, it } from 'vitest';
import { handler } from '#functions/api/notifications/read.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { notify } from '#test/support/notify.ts';
import { idAt } from '#test/support/sample-entities.ts';

const newest = async ({ world, user }: Stage) => ({ body: { through: (await notify(world, user, 2))[1] } });

endpointSuite('notifications.read', {
  handler,
  good: newest,
  refusals: { NotFound: async () => ({ body: { through: idAt('ntf', 9) } }) },
  badBodies: [['through', { through: 'x' }]],
});

it('notifications.read marks a notification and all older ones, and never takes a mark back', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const ids = await notify(world, user, 5);
  const readThrough = async (through: string | undefined) =>
    (await callRoute('notifications.read', handler, world.services, { as: user, body: { through } })).reply;
  expect(await readThrough(ids[2])).toEqual({ unread: 2 });
  world.clock.advance(1_000);
  expect(await readThrough(ids[0])).toEqual({ unread: 2 });
  expect(await readThrough(ids[2])).toEqual({ unread: 2 });
  expect(await world.store.get('notificationState', user)).toMatchObject({ readAtMs: world.clock.now() - 1_000 });
  expect(await readThrough(ids[4])).toEqual({ unread: 0 });
});

it('notifications.read finds no notification of another person', async () => {
  const world = moneyWorld();
  const [user, other] = [await world.cardholder(0), await world.cardholder(0)];
  const [theirs] = await notify(world, other, 1);
  const answer = await callRoute('notifications.read', handler, world.services, {
    as: user,
    body: { through: theirs },
  });
  expect(answer).toMatchObject({ status: 404, code: 'NotFound' });
});
