import { factorRoutes } from '#shared/contract/factors.ts';
import { confirmTotp } from '#functions/domain/auth/factors/confirm-totp.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Switches the caller's authenticator app on, and shows the recovery codes. */
export const handler = endpoint(factorRoutes, 'user.confirm-totp', ({ body, caller }, services) =>
  confirmTotp(services, { session: caller.session, code: body.code }),
);
