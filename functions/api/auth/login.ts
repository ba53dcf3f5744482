import { login } from '#functions/domain/auth/login.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { deviceCookie, deviceCookieName, sessionCookies } from '#functions/runtime/session-cookies.ts';

/** Signs a person in: the tokens travel in cookies only. */
export const handler = endpoint('auth.login', async ({ body, cookies, clientAddress }, services) => {
  const { email, password } = body;
  const signedIn = await login(services, { email, password, clientAddress, deviceToken: cookies[deviceCookieName] });
  return answer(
    { isTwoFactorRequired: false, userId: signedIn.userId },
    { cookies: [...sessionCookies(signedIn.tokens, services.clock.now()), deviceCookie(signedIn.deviceToken)] },
  );
});
