import { authRoutes } from '#shared/contract/auth.ts';
import { undoEmailChange } from '#functions/domain/auth/addresses/undo-email-change.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { clearedSessionCookies } from '#functions/runtime/session-cookies.ts';

/** Gives an account its old email address back. Signs nobody in, and everybody out. */
export const handler = endpoint(authRoutes, 'auth.undo-email-change', async ({ body }, services) => {
  await undoEmailChange(services, body);
  return answer(
    { message: 'Your email address is back. Choose a new password to unlock your account.' },
    { cookies: clearedSessionCookies() },
  );
});
