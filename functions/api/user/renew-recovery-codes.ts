import { factorRoutes } from '#shared/contract/factors.ts';
import { renewRecoveryCodes } from '#functions/domain/auth/factors/renew-recovery-codes.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Makes new recovery codes for the caller, and shows them. */
export const handler = endpoint(factorRoutes, 'user.renew-recovery-codes', ({ caller }, services) =>
  renewRecoveryCodes(services, caller.user.userId),
);
