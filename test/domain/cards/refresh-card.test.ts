import { expect, it } from 'vitest';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { update } from '#functions/ports/store.ts';
import { moneyWorld } from '#test/support/money-world.ts';

it.each(['creating', 'retiring', 'closing', 'deleted', 'failed'] as const)(
  'a freeze by the issuer changes nothing of a card that is %s',
  async (lifecycle) => {
    const world = moneyWorld();
    const card = await world.openCard(await world.cardholder(100_000));
    await world.store.commit([update('card', await world.card(card), { lifecycle, dueAtMs: undefined })]);
    const before = await world.card(card);
    const issued = world.issuer.cards.get(card.issuerCardId ?? '');
    if (!issued) throw new Error('the issuer has no such card');
    Object.assign(issued, { isActive: false });
    await refreshCard(world.services, card, { claim: 'frozen', reason: '' });
    expect(await world.card(card)).toEqual(before);
  },
);
