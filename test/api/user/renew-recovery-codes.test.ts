import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/renew-recovery-codes.ts';
import { renewRecoveryCodes } from '#functions/domain/auth/factors/renew-recovery-codes.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.renew-recovery-codes', {
  handler,
  good: async ({ world, user }) => {
    await addTotp(world.services, user);
    return {};
  },
  refusals: {
    Conflict: async () => ({}),
    TooManyRequests: async ({ world, user }) => {
      await addTotp(world.services, user);
      for (let times = 1; times < 20; times += 1) await renewRecoveryCodes(world.services, user.userId);
      return {};
    },
  },
});

it('renewed codes are shown in one of two windows at once, and the other is refused', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  await addTotp(world.services, user);
  world.clock.advance(1_000);
  const renew = () => refusalOf(renewRecoveryCodes(world.services, user.userId));
  const ends = await Promise.all([renew(), renew()]);
  expect(ends.filter((code) => code === 'Conflict')).toHaveLength(1);
});
