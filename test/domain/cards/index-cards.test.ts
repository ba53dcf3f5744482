import { expect, it } from 'vitest';
import { indexCards } from '#functions/domain/cards/index-cards.ts';
import { remove } from '#functions/ports/store.ts';
import { moneyWorld } from '#test/support/money-world.ts';

it('adds the missing owner record of a card once, and leaves cards that have one', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(50_000);
  const [first, second] = [await world.openCard(user), await world.openCard(user)];
  await world.store.commit([remove('cardOwner', first)]);
  expect(await indexCards(world.store)).toEqual({ people: 1, indexed: 1 });
  expect(await world.store.get('cardOwner', first)).toEqual({
    cardId: first.cardId,
    userId: user.userId,
    last4Digits: first.last4Digits,
  });
  expect(await world.store.get('cardOwner', second)).toBeDefined();
  expect(await indexCards(world.store)).toEqual({ people: 1, indexed: 0 });
});
