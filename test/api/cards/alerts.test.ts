import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/alerts.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('cards.alerts', {
  handler,
  good: async ({ world, user }) => {
    const { cardId } = await world.openCard(user);
    return { as: user, params: { id: cardId }, body: { lowBalance: 1_000 } };
  },
  badBodies: [
    ['lowBalance', { lowBalance: 0 }],
    ['lowBalance', { lowBalance: -5 }],
    ['lowBalance', { lowBalance: 10.5 }],
    ['lowBalance', { lowBalance: 500_001 }],
    ['lowBalance', { lowBalance: '1000' }],
    ['more', { lowBalance: 1_000, more: 1 }],
  ],
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card }, body: { lowBalance: 1_000 } }),
    CardNotActive: async ({ world, user }) => {
      const card = await world.openCard(user);
      await world.store.commit([update('card', card, { lifecycle: 'deleted' })]);
      return { params: { id: card.cardId }, body: { lowBalance: 1_000 } };
    },
  },
});

describe('PATCH /cards/{id}/alerts', () => {
  it('sets the balance of the alert, and ends it', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    const card = await world.openCard(user);
    const ask = async (lowBalance: number | null) =>
      callRoute('cards.alerts', handler, world.services, {
        as: user,
        params: { id: card.cardId },
        body: { lowBalance },
      });
    expect((await ask(1_000)).reply.card.lowBalance).toBe(1_000);
    expect(await world.card(card)).toMatchObject({ lowBalanceCents: 1_000 });
    expect((await ask(null)).reply.card.lowBalance).toBeNull();
    expect((await world.card(card)).lowBalanceCents).toBeUndefined();
  });
});
