import { sessionRoutes } from '#shared/contract/sessions.ts';
import { endSession } from '#functions/domain/auth/sessions/end-session.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { clearedSessionCookies } from '#functions/runtime/session-cookies.ts';

/** Signs one of the caller's sessions out. */
export const handler = endpoint(sessionRoutes, 'sessions.end', async ({ params, caller }, services) => {
  await endSession(services, caller, params.id);
  return answer(undefined, { cookies: params.id === caller.session.sessionId ? clearedSessionCookies() : [] });
});
