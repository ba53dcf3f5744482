import { userRoutes } from '#shared/contract/user.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { deviceCookie, sessionCookies } from '#functions/runtime/session-cookies.ts';

/**
 * Changes the address with the mailed digits. This browser stays signed in, with new cookies; all others are signed
 * out.
 */
export const handler = endpoint(userRoutes, 'user.finish-email-change', async ({ body, caller }, services) => {
  const { tokens, deviceToken } = await finishEmailChange(services, { ...caller, code: body.otp });
  return answer(
    { message: 'Your email address has been changed.' },
    { cookies: [...sessionCookies(tokens, services.clock.now()), deviceCookie(deviceToken)] },
  );
});
