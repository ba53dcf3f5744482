import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/security-log.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.security-log', { handler, good: async () => ({}), refusals: {} });

it('user.security-log returns the own events only', async () => {
  const world = moneyWorld();
  const [user, other] = [await world.cardholder(0), await world.cardholder(0)];
  for (const { userId } of [user, other]) await setAccountLock(world.services, { userId, isLocked: true });
  const { reply } = await callRoute('user.security-log', handler, world.services, { as: user });
  expect(reply).toMatchObject([{ kind: 'lock', by: 'you', cardId: null, details: { isLocked: true } }]);
});
