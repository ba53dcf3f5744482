import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/held-referrals.ts';
import { decideReferral } from '#functions/domain/referrals/decide-referral.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { heldReferral } from '#test/support/held-referral.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('admin.held-referrals', {
  handler,
  good: async ({ user }) => ({ query: { user: user.userId } }),
  refusals: {},
});

it('GET /admin/held-referrals lists what waits for a decision, oldest first, and no more', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
  const referrer = await world.cardholder(0);
  const first = await heldReferral(world, referrer);
  world.clock.advance(1_000);
  const second = await heldReferral(world, referrer, ['mailbox', 'disposable']);
  const decided = await heldReferral(world, referrer);
  const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
  await decideReferral(world.services, { refereeId: decided, actorId, outcome: 'released', reason: 'A family.' });
  await heldReferral(world, await world.cardholder(0));
  const request = { as, query: { user: referrer.userId } };
  const { reply } = await callRoute('admin.held-referrals', handler, world.services, request);
  expect(reply).toMatchObject([
    { referee: first, referrer: referrer.userId, state: 'held', signals: ['ring'], signupReward: 'pending' },
    { referee: second, signals: ['mailbox', 'disposable'] },
  ]);
  expect(reply).toHaveLength(2);
});
