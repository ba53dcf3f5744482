import { authRoutes } from '#shared/contract/auth.ts';
import { register } from '#functions/domain/auth/sign-up/register.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Signs up. The reply never reveals whether the address was taken; only a mail to its owner does. */
export const handler = endpoint(authRoutes, 'auth.register', async ({ body, clientAddress }, services) => {
  const { email, firstname, lastname, password, referredBy } = body;
  await register(services, { email, firstname, lastname, password, referredBy, clientAddress });
  return { message: 'Check your email (also your spambox) to confirm your address.' };
});
