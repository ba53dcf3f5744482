import { sessionRoutes } from '#shared/contract/sessions.ts';
import { endOtherSessions } from '#functions/domain/auth/sessions/end-session.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Signs every session of the caller out but this one. */
export const handler = endpoint(sessionRoutes, 'sessions.end-others', async ({ caller }, services) => {
  await endOtherSessions(services, caller);
  return undefined;
});
