import { adjustmentRoutes } from '#shared/contract/adjustments.ts';
import { approveAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { describeOne } from '#functions/domain/adjustments/describe-adjustment.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Posts another admin's adjustment. */
export const handler = endpoint(adjustmentRoutes, 'admin.approve-adjustment', async ({ caller, params }, services) => {
  const act = { adjustmentId: params.id, actorId: caller.user.userId };
  return describeOne(services.store, await approveAdjustment(services, act), services.clock.now());
});
