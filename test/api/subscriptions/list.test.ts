import { expect, it } from 'vitest';
import { handler } from '#functions/api/subscriptions/list.ts';
import { insert, update } from '#functions/ports/store.ts';
import { cents } from '#shared/money.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

endpointSuite('subscriptions.list', {
  handler,
  good: async ({ user }) => ({ as: user }),
  refusals: {},
});

it('subscriptions.list names the next payments and the missing money, for cards that exist', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const card = await world.openCard(user);
  const nextAtMs = world.clock.now() + 3 * 24 * 60 * 60_000;
  const netflix = {
    cardId: card.cardId,
    merchant: 'Netflix',
    expectedCents: cents(1_549),
    cadenceDays: 30,
    nextAtMs,
    mutedUntilMs: nextAtMs,
  };
  const { mutedUntilMs: _muted, ...heard } = netflix;
  const found = [
    netflix,
    { ...heard, merchant: 'Hulu', expectedCents: cents(400) },
    { ...heard, merchant: 'Gone', cardId: samples.card.cardId },
    { ...heard, merchant: 'Ended', nextAtMs: nextAtMs - 9 * 24 * 60 * 60_000 },
  ];
  await world.store.commit([
    insert('subscriptions', { userId: user.userId, found, dueAtMs: undefined, version: 1 }),
    update('card', card, { balanceCents: cents(1_000), pendingInCents: cents(210) }),
  ]);
  const list = async () => (await callRoute('subscriptions.list', handler, world.services, { as: user })).reply;
  const nextAt = new Date(nextAtMs).toISOString();
  const shown = { cardId: card.cardId, nextAt, cadenceDays: 30 };
  expect(await list()).toEqual([
    { ...shown, merchant: 'Netflix', expectedCents: 1_549, shortByCents: 339, mutedUntil: nextAt },
    { ...shown, merchant: 'Hulu', expectedCents: 400, shortByCents: 0, mutedUntil: null },
  ]);
  await world.store.commit([update('card', await world.card(card), { balanceCents: cents(-300) })]);
  // The amount that the card owes has to be loaded too, before it pays anything.
  expect((await list())[1]).toMatchObject({ shortByCents: 490 });
});
