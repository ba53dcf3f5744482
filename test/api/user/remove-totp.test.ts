import { handler } from '#functions/api/user/remove-totp.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';

endpointSuite('user.remove-totp', {
  handler,
  good: async ({ world, user }) => {
    await addTotp(world.services, user);
    return {};
  },
  refusals: {
    NotFound: async () => ({}),
    TooManyRequests: async ({ world, user }) => {
      for (let times = 0; times < 20; times += 1) await addTotp(world.services, user);
      return {};
    },
  },
});
