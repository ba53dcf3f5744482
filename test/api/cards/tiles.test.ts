import { expect, it } from 'vitest';
import { handler } from '#functions/api/cards/tiles.ts';
import { callRoute } from '#test/support/call-route.ts';
import { cardListSuite } from '#test/support/card-list-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

cardListSuite('cards.tiles', 'GET /cards/list', handler);

it('cards.tiles returns only the fields of a tile', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(10_000);
  const { cardId } = await world.openCard(as);
  const { reply } = await callRoute('cards.tiles', handler, world.services, { as });
  expect(reply).toEqual([{ _id: cardId, name: 'Everyday', last4Digits: '4444', balance: 500, status: 'active' }]);
});
