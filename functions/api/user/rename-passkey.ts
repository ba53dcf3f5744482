import { factorRoutes } from '#shared/contract/factors.ts';
import { renamePasskey } from '#functions/domain/auth/factors/rename-passkey.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Renames a passkey of the caller. */
export const handler = endpoint(factorRoutes, 'user.rename-passkey', ({ params, body, caller }, services) =>
  renamePasskey(services, { userId: caller.user.userId, passkeyId: params.id, name: body.name }),
);
