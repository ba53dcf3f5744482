import { expect, it } from 'vitest';
import { handler } from '#functions/api/cards/end-auto-load.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

endpointSuite('cards.end-auto-load', {
  handler,
  good: async ({ world, user }) => ({ as: user, params: { id: (await world.openCard(user)).cardId } }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.card } }) },
});

it('cards.end-auto-load ends the order, and does nothing the second time', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const card = await world.openCard(user);
  await world.store.commit([update('card', card, { autoLoad: samples.card.autoLoad })]);
  for (let time = 1; time <= 2; time += 1) {
    const request = { as: user, params: { id: card.cardId } };
    const { status, reply } = await callRoute('cards.end-auto-load', handler, world.services, request);
    expect([status, reply.card.autoLoad]).toEqual([200, null]);
  }
  expect((await world.card(card)).autoLoad).toBeUndefined();
});
