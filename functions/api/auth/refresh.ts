import { authRoutes } from '#shared/contract/auth.ts';
import { AppError } from '#shared/errors.ts';
import { refreshSession } from '#functions/domain/auth/sessions/refresh-session.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { clearedSessionCookies, refreshCookieName, sessionCookies } from '#functions/runtime/session-cookies.ts';

/** Exchanges the refresh cookie for a fresh pair. A refused one is cleared, so the browser does not present it again. */
export const handler = endpoint(authRoutes, 'auth.refresh', async ({ cookies }, services) => {
  try {
    const tokens = await refreshSession(services, cookies[refreshCookieName]);
    return answer({ message: 'Your session was renewed.' }, { cookies: sessionCookies(tokens, services.clock.now()) });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    // A request without a cookie clears none: the browser may have signed in since, and have new ones.
    const cleared = cookies[refreshCookieName] === undefined ? [] : clearedSessionCookies();
    throw new AppError(thrown.code, thrown.message, { cookies: cleared });
  }
});
