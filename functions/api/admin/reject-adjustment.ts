import { adjustmentRoutes } from '#shared/contract/adjustments.ts';
import { rejectAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { describeOne } from '#functions/domain/adjustments/describe-adjustment.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Rejects an adjustment, or withdraws an own one. */
export const handler = endpoint(
  adjustmentRoutes,
  'admin.reject-adjustment',
  async ({ caller, params, body }, services) => {
    const act = { adjustmentId: params.id, actorId: caller.user.userId, reason: body.reason };
    return describeOne(services.store, await rejectAdjustment(services, act), services.clock.now());
  },
);
