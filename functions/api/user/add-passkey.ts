import { addPasskey } from '#functions/domain/auth/factors/add-passkey.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Adds the passkey that the caller's browser made. */
export const handler = endpoint('user.add-passkey', ({ body, caller }, services) =>
  addPasskey(services, { session: caller.session, attestation: body.attestation, name: body.name }),
);
