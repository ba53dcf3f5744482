import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/unlock.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.unlock', { handler, good: async () => ({}), refusals: {} });

it('user.unlock returns the person as they now are', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(100);
  await setAccountLock(world.services, { userId: user.userId, isLocked: true });
  const { reply } = await callRoute('user.unlock', handler, world.services, { as: user });
  expect(reply).toMatchObject({ _id: user.userId, balance: 100 });
  expect(reply.lockedAt).toBeUndefined();
});
