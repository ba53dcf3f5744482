import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/remove-passkey.ts';
import { handler as removeTotp } from '#functions/api/user/remove-totp.ts';
import { addTestPasskey } from '#test/support/add-passkey.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.remove-passkey', {
  handler,
  good: async ({ world, user }) => {
    // The last factor of an admin stays.
    await addTotp(world.services, user);
    return { params: { id: (await addTestPasskey(world.services, user))._id } };
  },
  refusals: {
    NotFound: async ({ world, user }) => {
      await addTotp(world.services, user);
      return { params: { id: unknownIds.passkey } };
    },
    Conflict: async ({ world }) => {
      const admin = await world.cardholder(0, { role: 'admin' });
      return { as: admin, params: { id: (await addTestPasskey(world.services, admin))._id } };
    },
    TooManyRequests: async ({ world, user }) => {
      const { _id } = await addTestPasskey(world.services, user);
      for (let times = 1; times < 20; times += 1) await addTotp(world.services, user);
      return { params: { id: _id } };
    },
  },
});

it('user.remove-passkey leaves an admin one factor when two devices take the last two off at the same time', async () => {
  const world = moneyWorld();
  const admin = await world.cardholder(0, { role: 'admin' });
  await addTotp(world.services, admin);
  const { _id: id } = await addTestPasskey(world.services, admin);
  const answers = await Promise.all([
    callRoute('user.remove-passkey', handler, world.services, { as: admin, params: { id } }),
    callRoute('user.remove-totp', removeTotp, world.services, { as: admin }),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
  expect((await world.store.get('user', admin))?.factors).toHaveLength(2);
});
