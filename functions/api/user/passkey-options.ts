import { factorRoutes } from '#shared/contract/factors.ts';
import { creationOptions } from '#functions/domain/auth/factors/passkey-options.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Begins to add a passkey to the caller's account. */
export const handler = endpoint(factorRoutes, 'user.passkey-options', ({ caller }, services) =>
  creationOptions(services, caller),
);
