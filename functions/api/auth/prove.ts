import { authRoutes } from '#shared/contract/auth.ts';
import { provePresence } from '#functions/domain/auth/sign-in/prove-presence.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Makes the session fresh with a proof that the account's owner is there. */
export const handler = endpoint(authRoutes, 'auth.prove', async ({ body, caller }, services) => {
  await provePresence(services, { ...caller, proof: body });
  return undefined;
});
