import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/decide-referral.ts';
import { decideReferral } from '#functions/domain/referrals/decide-referral.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { heldReferral } from '#test/support/held-referral.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const body = { outcome: 'refused', reason: 'Four accounts of one person.' } as const;

endpointSuite('admin.decide-referral', {
  handler,
  good: async ({ world, user }) => ({ params: { id: await heldReferral(world, user) }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.user }, body }),
    Conflict: async ({ world, user }) => {
      const refereeId = await heldReferral(world, user);
      const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
      await decideReferral(world.services, { refereeId, actorId, outcome: 'released', reason: 'A family.' });
      return { params: { id: refereeId }, body };
    },
  },
  badBodies: [
    ['reason', { reason: ' ' }],
    ['outcome', { outcome: 'held' }],
  ],
});

it('POST /admin/held-referrals/{id}/decide answers with the decided referral', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
  const id = await heldReferral(world, await world.cardholder(0));
  const { reply } = await callRoute('admin.decide-referral', handler, world.services, { as, params: { id }, body });
  expect(reply).toMatchObject({ referee: id, state: 'refused', signupReward: 'pending' });
});
