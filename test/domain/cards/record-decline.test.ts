import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { recordDecline } from '#functions/domain/cards/record-decline.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let cards: readonly [Card, Card];

beforeEach(async () => {
  world = moneyWorld();
  const user = await world.cardholder(20_000);
  cards = [await world.openCard(user), await world.openCard(user)];
});

const record = (
  card: Card,
  reference: string | undefined,
  description = 'NIMBUS STREAM',
  reason = 'insufficient balance',
): ReturnType<typeof recordDecline> =>
  recordDecline(world.services, card, {
    type: 'decline',
    issuerCardId: card.issuerCardId ?? '',
    reference,
    amountCents: cents(9_900),
    reason,
    description,
    merchantCategoryCode: '5815',
    atMs: Date.UTC(2026, 10, 21, 9),
  });

describe('a decline', () => {
  it.each(['D-1', undefined])('with reference %j is stored and counted once for all its reports', async (reference) => {
    const [card] = cards;
    expect(await record(card, reference)).toMatchObject({ isNew: true });
    const again = await Promise.all([record(card, reference), record(card, reference)]);
    expect(again.map(({ isNew }) => isNew)).toEqual([false, false]);
    expect(await world.card(card)).toMatchObject({ shortDeclines: 1, transactionCount: 2, balanceCents: 500 });
    expect(world.store.all('cardTransaction').filter(({ status }) => status === 'declined')).toHaveLength(1);
  });

  it('without a reference is another decline when its description differs', async () => {
    const [card] = cards;
    for (const description of ['NIMBUS STREAM', 'CORNER COFFEE']) await record(card, undefined, description);
    expect(await world.card(card)).toMatchObject({ shortDeclines: 2, transactionCount: 3 });
  });

  it('counts for its own card, though a decline of another card has the same reference', async () => {
    for (const card of cards) await record(card, 'D-1');
    for (const card of cards) expect(await world.card(card)).toMatchObject({ shortDeclines: 1, transactionCount: 2 });
  });

  it.each([
    ['insufficient balance', 1, 'insufficient_funds'],
    ['there is insufficient credit', 1, 'other'],
    ['monthly limit', 0, 'limit_month'],
  ] as const)('for "%s" counts %i towards the freeze and is %s', async (reason, shortDeclines, declineCode) => {
    const [card] = cards;
    await record(card, 'D-1', 'NIMBUS STREAM', reason);
    expect(await world.card(card)).toMatchObject({ shortDeclines });
    expect(world.store.all('cardTransaction').find(({ status }) => status === 'declined')).toMatchObject({
      declineCode,
    });
  });
});
