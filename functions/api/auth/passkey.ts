import { factorRoutes } from '#shared/contract/factors.ts';
import { signInWithPasskey } from '#functions/domain/auth/sign-in/sign-in-with-passkey.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import {
  clearedPendingCookie,
  deviceCookie,
  deviceCookieName,
  passkeyCookieName,
  sessionCookies,
} from '#functions/runtime/session-cookies.ts';

/** Signs the owner of a passkey in. */
export const handler = endpoint(factorRoutes, 'auth.passkey', async ({ body, cookies, userAgent }, services) => {
  const held = { browserToken: cookies[passkeyCookieName], deviceToken: cookies[deviceCookieName] };
  const { userId, tokens, deviceToken } = await signInWithPasskey(services, {
    assertion: body.assertion,
    userAgent,
    ...held,
  });
  const cookiesSet = [...sessionCookies(tokens, services.clock.now()), deviceCookie(deviceToken)];
  return answer({ userId }, { cookies: [...cookiesSet, clearedPendingCookie()] });
});
