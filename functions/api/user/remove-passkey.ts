import { factorRoutes } from '#shared/contract/factors.ts';
import { removePasskey } from '#functions/domain/auth/factors/remove-passkey.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Removes a passkey of the caller. */
export const handler = endpoint(factorRoutes, 'user.remove-passkey', async ({ params, caller }, services) => {
  await removePasskey(services, { userId: caller.user.userId, passkeyId: params.id });
  return undefined;
});
