import { describe, expect, it } from 'vitest';
import { handler as freezeHandler } from '#functions/api/cards/freeze.ts';
import { handler } from '#functions/api/cards/unfreeze.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

/** A card that is frozen, here and at the issuer. */
const unfreeze = async ({ world, user }: Stage, changes: Partial<Card> = {}) => {
  const request = { as: user, params: { id: (await world.openCard(user)).cardId } };
  await callRoute('cards.freeze', freezeHandler, world.services, request);
  const card = await world.store.get('card', { userId: user.userId, cardId: request.params.id });
  if (!card) throw new Error('no card');
  await world.store.commit([update('card', card, changes)]);
  return request;
};

const staged = async (): Promise<Stage> => {
  const world = moneyWorld();
  return { world, user: await world.cardholder(10_000) };
};

endpointSuite('cards.unfreeze', {
  handler,
  good: async (stage) => ({ ...(await unfreeze(stage)), body: { forMinutes: 10 } }),
  badBodies: [
    ['forMinutes', { forMinutes: 5 }],
    ['forMinutes', { forMinutes: '10' }],
  ],
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card } }),
    CardNotActive: (stage) => unfreeze(stage, { lifecycle: 'deleted' }),
    CardBlocked: (stage) => unfreeze(stage, { blockedReason: 'Blocked for fraud.' }),
  },
});

describe('PATCH /cards/{id}/unfreeze', () => {
  it('unfreezes for ten minutes, and says until when', async () => {
    const stage = await staged();
    const request = { ...(await unfreeze(stage)), body: { forMinutes: 10 } };
    const { reply } = await callRoute('cards.unfreeze', handler, stage.world.services, request);
    const unfrozenUntil = new Date(stage.world.clock.now() + 10 * 60_000).toISOString();
    expect(reply.card).toMatchObject({ status: 'active', unfrozenUntil });
  });

  it('makes a frozen card active at the issuer', async () => {
    const stage = await staged();
    const request = await unfreeze(stage);
    const { status, reply } = await callRoute('cards.unfreeze', handler, stage.world.services, request);
    expect([status, reply.card.status]).toEqual([200, 'active']);
    expect([...stage.world.issuer.cards.values()]).toMatchObject([{ isActive: true }]);
  });

  it('shows the card as frozen until the issuer has it active', async () => {
    const stage = await staged();
    const request = await unfreeze(stage);
    stage.world.issuer.misbehave('unfreeze', { does: 'busy', retryAfterMs: 1_000 });
    const { status, reply } = await callRoute('cards.unfreeze', handler, stage.world.services, request);
    expect([status, reply.card.status]).toEqual([202, 'freezed']);
    stage.world.clock.advance(60_000);
    await sweepOperations(stage.world.services);
    const later = await callRoute('cards.unfreeze', handler, stage.world.services, request);
    expect([later.status, later.reply.card.status]).toEqual([200, 'active']);
  });

  it('loses to a freeze that comes after it, even when its lost request arrives last', async () => {
    const stage = await staged();
    const request = await unfreeze(stage);
    let arrive = (): void => undefined;
    stage.world.issuer.misbehave('unfreeze', { does: 'late', arrive: (apply) => void (arrive = apply) });
    await callRoute('cards.unfreeze', handler, stage.world.services, request);
    await callRoute('cards.freeze', freezeHandler, stage.world.services, request);
    arrive();
    for (let minutes = 0; minutes < 20; minutes += 1) {
      stage.world.clock.advance(60_000);
      await sweepOperations(stage.world.services);
    }
    expect([...stage.world.issuer.cards.values()]).toMatchObject([{ isActive: false }]);
  });
});
