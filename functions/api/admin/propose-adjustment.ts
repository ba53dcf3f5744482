import { adjustmentRoutes } from '#shared/contract/adjustments.ts';
import type { Id } from '#shared/ids.ts';
import { describeOne } from '#functions/domain/adjustments/describe-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';

/** Stores an admin's proposal to correct a balance. */
export const handler = moneyEndpoint(adjustmentRoutes, 'admin.propose-adjustment', {
  start: async ({ caller, body }, services, claim) => {
    const { userId, amount: amountCents, direction, reason, link } = body;
    const actorId = caller.user.userId;
    const proposal = { actorId, userId, amountCents, direction, reason, link, claim };
    return (await proposeAdjustment(services, proposal)).adjustmentId;
  },
  answer: async (subjectId, _request, { store, clock }) => {
    const adjustment = await store.get('adjustment', { adjustmentId: subjectId as Id<'adjustment'> });
    if (adjustment === undefined) throw new Error(`${subjectId} is gone`);
    return describeOne(store, adjustment, clock.now());
  },
});
