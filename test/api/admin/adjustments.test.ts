import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/adjustments.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { rejectAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { adjustmentLimits } from '#shared/adjustment-limits.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';

endpointSuite('admin.adjustments', { handler, good: async () => ({}), refusals: {} });

it('GET /admin/adjustments lists them newest first, and those that wait alone', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
  const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
  const propose = () => proposeAdjustment(world.services, { ...sampleProposal(user), actorId });
  const [first, second, third] = [await propose(), await propose(), await propose()];
  await rejectAdjustment(world.services, { adjustmentId: second.adjustmentId, actorId, reason: 'A slip.' });
  const list = async (query: Record<string, string>) =>
    (await callRoute('admin.adjustments', handler, world.services, { as, query })).reply as {
      _id: string;
      state: string;
    }[];
  expect(await list({})).toMatchObject([
    { _id: third.adjustmentId, state: 'waiting', email: user.email, name: `${user.firstname} ${user.lastname}` },
    { _id: second.adjustmentId, state: 'rejected' },
    { _id: first.adjustmentId, state: 'waiting' },
  ]);
  const waiting = await list({ state: 'waiting' });
  expect(waiting.map(({ _id }) => _id)).toEqual([first.adjustmentId, third.adjustmentId]);
  world.clock.advance(adjustmentLimits.lifetimeMs);
  expect(await list({ state: 'waiting' })).toEqual([]);
  expect((await list({})).map(({ state }) => state)).toEqual(['expired', 'rejected', 'expired']);
});
