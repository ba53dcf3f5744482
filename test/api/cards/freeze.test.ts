import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/freeze.ts';
import { handler as load } from '#functions/api/cards/load.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const freeze = async ({ world, user }: Stage, changes: Partial<Card> = {}) => {
  const card = await world.openCard(user);
  await world.store.commit([update('card', card, changes)]);
  return { as: user, params: { id: card.cardId } };
};

const staged = async (): Promise<Stage> => {
  const world = moneyWorld();
  return { world, user: await world.cardholder(10_000) };
};

endpointSuite('cards.freeze', {
  handler,
  good: freeze,
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card } }),
    CardNotActive: (stage) => freeze(stage, { lifecycle: 'creating', issuerCardId: undefined }),
  },
});

describe('PATCH /cards/{id}/freeze', () => {
  it('freezes at the issuer, and again without asking it twice', async () => {
    const stage = await staged();
    const request = await freeze(stage);
    for (let times = 0; times < 2; times += 1) {
      const { status, reply } = await callRoute('cards.freeze', handler, stage.world.services, request);
      expect([status, reply.card.status]).toEqual([200, 'freezed']);
    }
    expect(stage.world.issuer.calls['freeze']).toBe(1);
    expect([...stage.world.issuer.cards.values()]).toMatchObject([{ isActive: false }]);
  });

  it.each(['lost', 'unheard'] as const)(
    'returns 202 when the issuer’s answer is %s, and the sweeper finishes the freeze',
    async (does) => {
      const stage = await staged();
      const request = await freeze(stage);
      stage.world.issuer.misbehave('freeze', { does });
      const { status, reply } = await callRoute('cards.freeze', handler, stage.world.services, request);
      expect([status, reply.card.status]).toEqual([202, 'freezed']);
      stage.world.clock.advance(60_000);
      await sweepOperations(stage.world.services);
      expect([...stage.world.issuer.cards.values()]).toMatchObject([{ isActive: false }]);
      expect((await callRoute('cards.freeze', handler, stage.world.services, request)).status).toBe(200);
    },
  );

  it('leaves one state when 20 requests come at once', async () => {
    const stage = await staged();
    const request = await freeze(stage);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callRoute('cards.freeze', handler, stage.world.services, request)),
    );
    for (const { status, reply } of answers) expect([status < 300, reply.card.status]).toEqual([true, 'freezed']);
    expect([...stage.world.issuer.cards.values()]).toMatchObject([{ isActive: false }]);
  });

  it('freezes at once while a load is under way, and the load still succeeds', async () => {
    const stage = await staged();
    const request = await freeze(stage);
    stage.world.issuer.transfersEnd = 'pending';
    const loading = { ...request, body: { amount: 1_000 } };
    expect((await callRoute('cards.load', load, stage.world.services, loading)).status).toBe(202);
    const { status, reply } = await callRoute('cards.freeze', handler, stage.world.services, request);
    expect([status, reply.card.status, reply.card.held]).toEqual([200, 'freezed', 1_000]);
    for (const transfer of stage.world.issuer.transfers.values()) transfer.state = 'successful';
    stage.world.clock.advance(60_000);
    await sweepOperations(stage.world.services);
    expect(stage.world.store.all('card')).toMatchObject([{ balanceCents: 1_500, pendingInCents: 0, actual: 'frozen' }]);
  });

  it('freezes a card that the issuer blocked, too', async () => {
    const stage = await staged();
    const request = await freeze(stage, { blockedReason: 'Blocked for fraud.' });
    const { reply } = await callRoute('cards.freeze', handler, stage.world.services, request);
    expect(reply.card.status).toBe('blocked');
    expect(stage.world.issuer.calls['freeze']).toBe(1);
  });
});
