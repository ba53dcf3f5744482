import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/treasury.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { enteredMove, sampleMove } from '#test/support/sample-move.ts';

endpointSuite('admin.treasury', { handler, good: async () => ({}), refusals: {} });

it('GET /admin/treasury lists what waits, with who entered it', async () => {
  const world = moneyWorld();
  const { moveId, proposedBy } = await enteredMove(world);
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
  const { reply } = await callRoute('admin.treasury', handler, world.services, { as });
  expect(reply).toEqual([
    {
      ...sampleMove,
      _id: moveId,
      coin: null,
      coinAmount: null,
      state: 'waiting',
      proposedBy,
      proposedByEmail: expect.stringContaining('@'),
      createdAt: expect.any(String),
      decidedBy: null,
      decidedAt: null,
    },
  ]);
});
