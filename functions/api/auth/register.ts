import { register } from '#functions/domain/auth/register.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Opens an account. The answer never tells whether the address was taken: its owner's mailbox does. */
export const handler = endpoint('auth.register', async ({ body, clientAddress }, services) => {
  const { email, firstname, lastname, password, referredBy } = body;
  await register(services, { email, firstname, lastname, password, referredBy, clientAddress });
  return { message: 'Check your email (also your spambox) to confirm your address.' };
});
