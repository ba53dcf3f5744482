import { authRoutes } from '#shared/contract/auth.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { clearedSessionCookies, deviceCookie } from '#functions/runtime/session-cookies.ts';

/** Chooses a new password with the code from the mail. Signs nobody in. */
export const handler = endpoint(authRoutes, 'auth.reset-password', async ({ body }, services) => {
  const { deviceToken } = await resetPassword(services, body);
  return answer(
    { message: 'Your password has been changed. You can sign in with it now.' },
    { cookies: [...clearedSessionCookies(), deviceCookie(deviceToken)] },
  );
});
