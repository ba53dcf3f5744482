import { handler } from '#functions/api/user/remove-totp.ts';
import { addTestPasskey } from '#test/support/add-passkey.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';

endpointSuite('user.remove-totp', {
  handler,
  good: async ({ world, user }) => {
    await addTotp(world.services, user);
    // The last factor of an admin stays.
    await addTestPasskey(world.services, user);
    return {};
  },
  refusals: {
    NotFound: async () => ({}),
    Conflict: async ({ world }) => {
      const admin = await world.cardholder(0, { role: 'admin' });
      await addTotp(world.services, admin);
      return { as: admin };
    },
    TooManyRequests: async ({ world, user }) => {
      for (let times = 0; times < 20; times += 1) await addTotp(world.services, user);
      return {};
    },
  },
});
