import { factorResetRoutes } from '#shared/contract/factor-resets.ts';
import { cancelFactorResetOf } from '#functions/domain/auth/factor-reset/cancel-factor-reset.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Cancels the reset of a person's factors. */
export const handler = endpoint(
  factorResetRoutes,
  'admin.cancel-factor-reset',
  async ({ caller, params }, services) => {
    await cancelFactorResetOf(services, { actorId: caller.user.userId, userId: params.id });
    return undefined;
  },
);
