import { factorRoutes } from '#shared/contract/factors.ts';
import { startTotp } from '#functions/domain/auth/factors/start-totp.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Makes a secret for the caller's authenticator app. */
export const handler = endpoint(factorRoutes, 'user.start-totp', ({ caller }, services) =>
  startTotp(services, caller.session),
);
