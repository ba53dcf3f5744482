import { describe, expect, it } from 'vitest';
import { reconcileByHand } from '#bin/operator/reconcile-by-hand.ts';
import { update } from '#functions/ports/store.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { moneyWorld } from '#test/support/money-world.ts';

/** A person with a card, whose books are sound. */
async function staged() {
  const world = moneyWorld();
  const user = await world.cardholder(20_000);
  const card = await world.openCard(user);
  await backOpenings(world);
  const { store, clock, issuer, payments } = world.services;
  return { world, user, card, needs: { store, clock, issuer, payments } };
}

describe.each([
  ['light', false],
  ['full', true],
] as const)('a %s reconciliation by an operator, without a queue', (mode, isFull) => {
  it('compares everybody, although the job has run minutes ago, and finds what is wrong', async () => {
    const { world, user, needs } = await staged();
    expect(await reconcileByHand(needs, { isFull, apply: [] })).toMatchObject({ breaks: 0, holders: 1, isComplete: 1 });
    const wallet = await world.wallet(user);
    await world.store.commit([update('wallet', wallet, { heldCents: wallet.availableCents })]);
    expect(await reconcileByHand(needs, { isFull, apply: [] })).toMatchObject({ holders: 1, PROJECTION: 1 });
    expect(await world.store.get('reconciliation', { mode })).toMatchObject({ classes: { PROJECTION: 1 } });
    expect(world.store.all('ticket')).toMatchObject([{ state: 'open', class: 'PROJECTION' }]);
  });

  it('makes the calls of the named classes only', async () => {
    const { world, card, needs } = await staged();
    world.issuer.charge(card.issuerCardId ?? '', 100, 'UNSEEN');
    expect(await reconcileByHand(needs, { isFull, apply: ['HASH'] })).toMatchObject({ CARD_BALANCE: 1, mended: 0 });
    expect(await reconcileByHand(needs, { isFull, apply: ['CARD_BALANCE'] })).toMatchObject({ mended: 1 });
    expect(await reconcileByHand(needs, { isFull, apply: [] })).toMatchObject({ breaks: 0 });
  });
});
