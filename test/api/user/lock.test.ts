import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/lock.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.lock', { handler, good: async () => ({}), refusals: {} });

it('user.lock returns the person as they now are', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(100);
  await setAccountLock(world.services, { userId: user.userId, isLocked: false });
  const { reply } = await callRoute('user.lock', handler, world.services, { as: user });
  expect(reply).toMatchObject({ _id: user.userId, balance: 100, lockedAt: expect.any(String) });
});
