import { expect, it, vi } from 'vitest';
import { askIssuer } from '#functions/domain/reconciliation/money/ask-providers.ts';
import { moneyWorld } from '#test/support/money-world.ts';

it('reads the card itself when the issuer has no such cardholder any more', async () => {
  const world = moneyWorld();
  const card = await world.openCard(await world.cardholder(10_000));
  const onSilence = vi.fn();
  const asked = () =>
    askIssuer(world.services, { cards: [card] } as never, [], 0, { onSilence, onBusy: () => undefined });
  world.issuer.misbehave('findCard', { does: 'declined', reason: 'holder_not_found' });
  expect((await asked()).cards.get(card.cardId)).toMatchObject({ issuerCardId: card.issuerCardId });
  expect(onSilence).not.toHaveBeenCalled();
  world.issuer.misbehave('findCard', { does: 'declined', reason: 'rejected' });
  expect((await asked()).cards.size).toBe(0);
  expect(onSilence).toHaveBeenCalledOnce();
});
