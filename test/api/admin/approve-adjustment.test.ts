import { handler } from '#functions/api/admin/approve-adjustment.ts';
import { approveAdjustment, rejectAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { cents } from '#shared/money.ts';
import { adjustmentLimits } from '#shared/adjustment-limits.ts';
import type { MoneyWorld } from '#test/support/money-world.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert } from '#functions/ports/store.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';

async function proposed(world: MoneyWorld, user: User, changes: object = {}) {
  const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
  return proposeAdjustment(world.services, { ...sampleProposal(user), ...changes, actorId });
}

endpointSuite('admin.approve-adjustment', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await proposed(world, user)).adjustmentId } }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.adjustment } }),
    Conflict: async ({ world, user }) => {
      const { adjustmentId, proposedBy } = await proposed(world, user);
      await rejectAdjustment(world.services, { adjustmentId, actorId: proposedBy, reason: 'A slip.' });
      return { params: { id: adjustmentId } };
    },
    AmountTooLarge: async ({ world, user }) => {
      const { adjustmentId } = await proposed(world, user);
      const as = await world.cardholder(0, { role: 'admin' });
      const use = {
        adjustmentId: unknownIds.adjustment,
        amountCents: adjustmentLimits.perAdminMaxCents,
        atMs: world.clock.now(),
      };
      await world.store.commit([insert('adjustmentBudget', { userId: as.userId, uses: [use], version: 1 })]);
      return { as, params: { id: adjustmentId } };
    },
    InsufficientFunds: async ({ world }) => {
      const user = await world.cardholder(800);
      const debit = { direction: 'debit', amountCents: cents(500) };
      const [first, second] = [await proposed(world, user, debit), await proposed(world, user, debit)];
      const { services } = world;
      const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
      await approveAdjustment(services, { adjustmentId: first.adjustmentId, actorId });
      return { params: { id: second.adjustmentId } };
    },
  },
});
