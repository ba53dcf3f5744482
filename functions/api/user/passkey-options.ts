import { creationOptions } from '#functions/domain/auth/factors/passkey-options.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Begins to add a passkey to the caller's account. */
export const handler = endpoint('user.passkey-options', ({ caller }, services) => creationOptions(services, caller));
