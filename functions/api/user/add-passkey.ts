import { factorRoutes } from '#shared/contract/factors.ts';
import { addPasskey } from '#functions/domain/auth/factors/add-passkey.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Adds the passkey that the caller's browser made. */
export const handler = endpoint(factorRoutes, 'user.add-passkey', ({ body, caller }, services) =>
  addPasskey(services, { session: caller.session, attestation: body.attestation, name: body.name }),
);
