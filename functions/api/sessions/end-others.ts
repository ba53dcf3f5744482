import { endOtherSessions } from '#functions/domain/auth/sessions/end-session.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Signs every session of the caller out but this one. */
export const handler = endpoint('sessions.end-others', async ({ caller }, services) => {
  await endOtherSessions(services, caller);
  return undefined;
});
