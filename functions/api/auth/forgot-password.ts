import { authRoutes } from '#shared/contract/auth.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Mails a link to choose a new password. The reply never reveals whether there is such an account. */
export const handler = endpoint(authRoutes, 'auth.forgot-password', async ({ body, clientAddress }, services) => {
  await forgotPassword(services, { email: body.email, clientAddress });
  return { message: 'Email sent! Check your inbox for further instructions.' };
});
