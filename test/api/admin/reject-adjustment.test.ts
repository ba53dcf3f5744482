import { handler } from '#functions/api/admin/reject-adjustment.ts';
import { approveAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import type { MoneyWorld } from '#test/support/money-world.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';

const body = { reason: 'Refunded by now.' };

async function proposed(world: MoneyWorld, user: User) {
  const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
  return proposeAdjustment(world.services, { ...sampleProposal(user), actorId });
}

endpointSuite('admin.reject-adjustment', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await proposed(world, user)).adjustmentId }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.adjustment }, body }),
    Conflict: async ({ world, user }) => {
      const { adjustmentId } = await proposed(world, user);
      const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
      await approveAdjustment(world.services, { adjustmentId, actorId });
      return { params: { id: adjustmentId }, body };
    },
  },
  badBodies: [['reason', { reason: ' ' }]],
});
