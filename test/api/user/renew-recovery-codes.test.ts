import { handler } from '#functions/api/user/renew-recovery-codes.ts';
import { renewRecoveryCodes } from '#functions/domain/auth/factors/renew-recovery-codes.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';

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
