import { handler } from '#functions/api/user/start-email-change.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';

const body = { newEmail: 'new@example.com' };

endpointSuite('user.start-email-change', {
  handler,
  good: async () => ({ body }),
  refusals: {
    TooManyRequests: async ({ world, user }) => {
      await callRoute('user.start-email-change', handler, world.services, { as: user, body });
      return { body };
    },
  },
  badBodies: [
    ['newEmail', { newEmail: 'nobody' }],
    ['newEmail', { newEmail: '' }],
  ],
});
