import { expect, it } from 'vitest';
import { handler } from '#functions/api/cards/statement.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const query = { from: '2026-11-01', to: '2026-12-01' };

endpointSuite('cards.statement', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await world.openCard(user)).cardId }, query }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.card }, query }) },
});

it('cards.statement ties to the balance of the card and names its purchases', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(20_000);
  const card = await world.openCard(user);
  world.issuer.charge(card.issuerCardId ?? '', 120, 'P-1');
  await catchUpCard(world.services, card, 'P-1');
  const params = { id: card.cardId };
  const { reply } = await callRoute('cards.statement', handler, world.services, { as: user, params, query });
  expect(reply).toMatchObject({ opening: 0, closing: 380, moneyIn: 500, moneyOut: -120 });
  expect(reply.lines.at(-1)).toMatchObject({
    kind: 'purchase',
    description: 'CORNER COFFEE',
    reference: 'P-1',
    balance: 380,
  });
  const none = await callRoute('cards.statement', handler, world.services, {
    as: user,
    params,
    query: { from: '2026-01-01', to: '2026-02-01' },
  });
  expect(none.reply).toMatchObject({ opening: 0, closing: 0, lines: [] });
});
