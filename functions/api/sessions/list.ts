import { sessionRoutes } from '#shared/contract/sessions.ts';
import { describeSessions, findSessions } from '#functions/domain/auth/sessions/list-sessions.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Lists where the caller is signed in. */
export const handler = readEndpoint(sessionRoutes, 'sessions.list', {
  find: ({ userId }, services) => findSessions(services, userId),
  answer: async (found, { caller }, { clock }) => describeSessions(found, caller, clock.now()),
});
