import { factorRoutes } from '#shared/contract/factors.ts';
import { removeTotp } from '#functions/domain/auth/factors/remove-totp.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Switches the caller's authenticator app off. */
export const handler = endpoint(factorRoutes, 'user.remove-totp', async ({ caller }, services) => {
  await removeTotp(services, caller.user.userId);
  return undefined;
});
