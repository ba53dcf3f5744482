import { factorRoutes } from '#shared/contract/factors.ts';
import { requestOptions } from '#functions/domain/auth/factors/passkey-options.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { accessCookieName, passkeyCookie, passkeyCookieName } from '#functions/runtime/session-cookies.ts';

/** Begins to use a passkey: bound to the session for a proof, and to the browser for a sign-in. */
export const handler = endpoint(factorRoutes, 'auth.passkey-options', async ({ body, cookies }, services) => {
  if (body.purpose === 'proof') {
    const { user, session } = await authenticate(services, cookies[accessCookieName]);
    return requestOptions(services, { bond: { purpose: 'proof', holder: session.sessionId }, user });
  }
  // A browser that asks twice, as two tabs do, may use either challenge.
  const holder = cookies[passkeyCookieName] ?? services.random.token(32);
  const options = await requestOptions(services, { bond: { purpose: 'sign-in', holder }, user: undefined });
  return answer(options, { cookies: [passkeyCookie(holder)] });
});
