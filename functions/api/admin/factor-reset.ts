import { factorResetRoutes } from '#shared/contract/factor-resets.ts';
import { describeFactorReset } from '#functions/domain/auth/factor-reset/factor-reset.ts';
import { orderFactorReset } from '#functions/domain/auth/factor-reset/order-factor-reset.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Proposes or approves the reset of a person's factors. Returns 202 while a second admin has to approve it. */
export const handler = endpoint(factorResetRoutes, 'admin.factor-reset', async ({ caller, params, body }, services) => {
  const order = { actorId: caller.user.userId, userId: params.id, reason: body.reason };
  const reset = await orderFactorReset(services, order);
  const reply = await describeFactorReset(services.store, reset);
  return reset.approval === undefined ? answer(reply, { status: 202 }) : reply;
});
