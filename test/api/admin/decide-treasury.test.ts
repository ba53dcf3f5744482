import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/decide-treasury.ts';
import { decideMove } from '#functions/domain/treasury/decide-move.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { enteredMove } from '#test/support/sample-move.ts';

const body = { outcome: 'approve', reason: 'On the bank’s statement.' } as const;

endpointSuite('admin.decide-treasury', {
  handler,
  good: async ({ world }) => ({ params: { id: (await enteredMove(world)).moveId }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.treasury }, body }),
    Conflict: async ({ world }) => {
      const { moveId, proposedBy: actorId } = await enteredMove(world);
      await decideMove(world.services, { moveId, actorId, outcome: 'reject', reason: 'A slip.' });
      return { params: { id: moveId }, body };
    },
  },
});

it('POST /admin/treasury/{id}/decide posts what another admin entered', async () => {
  const world = moneyWorld();
  const { moveId } = await enteredMove(world);
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
  const { reply } = await callRoute('admin.decide-treasury', handler, world.services, {
    as,
    params: { id: moveId },
    body,
  });
  expect(reply).toMatchObject({ state: 'approved', decidedBy: as.userId });
  expect(world.store.all('journal')).toMatchObject([{ kind: 'treasury_top_up', cause: moveId }]);
});
