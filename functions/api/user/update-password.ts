import { userRoutes } from '#shared/contract/user.ts';
import { changePassword } from '#functions/domain/auth/passwords/change-password.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { sessionCookies } from '#functions/runtime/session-cookies.ts';

/** Changes the password. This browser stays signed in, with new cookies; every other one is signed out. */
export const handler = endpoint(userRoutes, 'user.update-password', async ({ body, caller }, services) => {
  const tokens = await changePassword(services, { ...caller, ...body });
  return answer(
    { message: 'Your password has been changed. Every other browser is signed out.' },
    { cookies: sessionCookies(tokens, services.clock.now()) },
  );
});
