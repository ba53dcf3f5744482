import { authRoutes } from '#shared/contract/auth.ts';
import { signOut } from '#functions/domain/auth/sessions/sign-out.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { accessCookieName, clearedSessionCookies, refreshCookieName } from '#functions/runtime/session-cookies.ts';

/**
 * Ends this session. Succeeds without one, too. `Clear-Site-Data` is not sent: it would also forget that this browser
 * is known, which is what keeps guessers from slowing its owner down.
 */
export const handler = endpoint(authRoutes, 'auth.logout', async ({ cookies }, services) => {
  await signOut(services, { accessToken: cookies[accessCookieName], refreshToken: cookies[refreshCookieName] });
  return answer({ message: 'You are signed out.' }, { cookies: clearedSessionCookies() });
});
