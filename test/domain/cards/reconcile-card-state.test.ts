import { expect, it } from 'vitest';
import { reconcileCardState } from '#functions/domain/cards/reconcile-card-state.ts';
import { update } from '#functions/ports/store.ts';
import { moneyWorld } from '#test/support/money-world.ts';

it.each(['creating', 'closing', 'deleted'] as const)(
  'the issuer is asked nothing about a card that is %s, though it is frozen there and due',
  async (lifecycle) => {
    const world = moneyWorld();
    const card = await world.openCard(await world.cardholder(100_000));
    await world.store.commit([
      update('card', await world.card(card), { lifecycle, actual: 'frozen', dueAtMs: world.clock.now() }),
    ]);
    const asked = { ...world.issuer.calls };
    expect(await reconcileCardState(world.services, card)).toMatchObject({ lifecycle, actual: 'frozen' });
    expect(world.issuer.calls).toEqual(asked);
  },
);

it('a card that its owner deletes is frozen at the issuer', async () => {
  const world = moneyWorld();
  const card = await world.openCard(await world.cardholder(100_000));
  await world.store.commit([
    update('card', await world.card(card), { lifecycle: 'retiring', actual: 'active', dueAtMs: world.clock.now() }),
  ]);
  await reconcileCardState(world.services, card);
  expect(world.issuer.cards.get(card.issuerCardId ?? '')?.isActive).toBe(false);
});
