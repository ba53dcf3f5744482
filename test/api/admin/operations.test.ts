import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/operations.ts';
import { decideOperation } from '#functions/domain/operations/decide-operation.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';

endpointSuite('admin.operations', { handler, good: async () => ({}), refusals: {} });

describe('GET /admin/operations', () => {
  it('lists those in review with their evidence, and the first of two decisions', async () => {
    const world = moneyWorld();
    const admin = await world.cardholder(0, { role: 'admin' });
    const user = await world.cardholder(100_000);
    const { operationId } = await operationInReview(world, user, 30_000);
    const list = async () => (await callRoute('admin.operations', handler, world.services, { as: admin })).reply;
    const evidence = {
      _id: operationId,
      email: user.email,
      kind: 'card_load',
      amount: 30_000,
      fee: 1_000,
      accepted: false,
      outcomes: ['happened', 'never'],
      needsSecond: true,
    };
    expect(await list()).toMatchObject([{ ...evidence, proposal: null }]);
    const decision = { operationId, outcome: 'never', movedCents: undefined, actorId: admin.userId } as const;
    await decideOperation(world.services, { ...decision, reason: 'Ticket 4711.' });
    expect(await list()).toMatchObject([
      { ...evidence, proposal: { outcome: 'never', moved: 0, byEmail: admin.email, reason: 'Ticket 4711.' } },
    ]);
    const other = await world.cardholder(0, { role: 'admin' });
    await decideOperation(world.services, { ...decision, actorId: other.userId, reason: 'Ticket 4711.' });
    expect(await list()).toEqual([]);
  });
});
