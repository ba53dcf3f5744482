import { factorResetRoutes } from '#shared/contract/factor-resets.ts';
import { cancelOwnFactorReset } from '#functions/domain/auth/factor-reset/cancel-factor-reset.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Cancels the reset of the caller's factors. */
export const handler = endpoint(factorResetRoutes, 'user.cancel-factor-reset', async ({ caller }, services) => {
  await cancelOwnFactorReset(services, caller.user);
  return undefined;
});
