import { handler } from '#functions/api/sessions/end-others.ts';
import { endOtherSessions } from '#functions/domain/auth/sessions/end-session.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { insert } from '#functions/ports/store.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';

endpointSuite('sessions.end-others', {
  handler,
  good: async () => ({}),
  refusals: {
    TooManyRequests: async ({ world, user }) => {
      const session = newSession(world.services, user);
      await world.store.commit([insert('session', session)]);
      for (let round = 0; round < 5; round += 1) await endOtherSessions(world.services, { user, session });
      return { as: (await world.store.get('user', user)) ?? user };
    },
  },
});
