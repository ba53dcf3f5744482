import { factorResetRoutes } from '#shared/contract/factor-resets.ts';
import { cancelFactorReset } from '#functions/domain/auth/factor-reset/cancel-factor-reset.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Cancels the reset of an account's factors, with the token of the mail about it. Opens no session. */
export const handler = endpoint(factorResetRoutes, 'auth.cancel-factor-reset', async ({ body }, services) => {
  await cancelFactorReset(services, body);
  return { message: 'The reset is canceled. Your app, passkeys and recovery codes stay as they are.' };
});
