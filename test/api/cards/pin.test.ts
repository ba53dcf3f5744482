import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/pin.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const reset = async ({ world, user }: Stage, changes: Partial<Card> = {}) => {
  const card = await world.openCard(user);
  if (Object.keys(changes).length > 0) await world.store.commit([update('card', card, changes)]);
  return { as: user, params: { id: card.cardId }, body: { pin: 7531 } };
};

const staged = async (): Promise<Stage> => {
  const world = moneyWorld();
  return { world, user: await world.cardholder(10_000) };
};

endpointSuite('cards.pin', {
  handler,
  good: reset,
  badBodies: [
    ['pin', { pin: -1 }],
    ['pin', { pin: 10_000 }],
    ['pin', { pin: 12.5 }],
    ['pin', { pin: '123' }],
    ['pin', { pin: '12345' }],
    ['pin', { pin: null }],
  ],
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card }, body: { pin: 7531 } }),
    CardNotActive: (stage) => reset(stage, { lifecycle: 'creating' }),
    ProviderRefused: async (stage) => {
      const request = await reset(stage);
      stage.world.issuer.misbehave('setPin', { does: 'declined', reason: 'rejected' });
      return request;
    },
    ProviderUnavailable: async (stage) => {
      const request = await reset(stage);
      stage.world.issuer.misbehave('setPin', { does: 'lost' });
      return request;
    },
  },
});

describe('PATCH /cards/{id}/pin', () => {
  it.each([
    [7, '0007'],
    ['0042', '0042'],
    [9999, '9999'],
  ])('sets the code %j at the issuer as %s', async (pin, expected) => {
    const stage = await staged();
    const request = { ...(await reset(stage)), body: { pin } };
    const { status, reply } = await callRoute('cards.pin', handler, stage.world.services, request);
    expect([status, reply.card.status]).toEqual([200, 'active']);
    expect([...stage.world.issuer.pins.values()]).toEqual([expected]);
  });

  it.each<Partial<Card>>([{ frozenReasons: ['owner'], actual: 'frozen' }, { blockedReason: 'Blocked for fraud.' }])(
    'sets it on a card in any state: %j',
    async (changes) => {
      const stage = await staged();
      const { status } = await callRoute('cards.pin', handler, stage.world.services, await reset(stage, changes));
      expect(status).toBe(200);
    },
  );

  it.each<Card['lifecycle']>(['closing', 'deleted'])('refuses it on a card that is %s', async (lifecycle) => {
    const stage = await staged();
    const answer = await callRoute('cards.pin', handler, stage.world.services, await reset(stage, { lifecycle }));
    expect(answer.code).toBe('CardNotActive');
  });

  it.each([
    [{ does: 'unheard' as const }, 'either code may be the valid one'],
    [{ does: 'busy' as const, retryAfterMs: 3_000 }, 'The old code is still valid'],
    [{ does: 'declined' as const, reason: 'rejected' as const }, 'The old one is still valid'],
    [{ does: 'fault' as const }, 'The old one is still valid'],
  ])('reports the true outcome after %j, and succeeds when it is repeated', async (fault, words) => {
    const stage = await staged();
    const request = await reset(stage);
    stage.world.issuer.misbehave('setPin', fault);
    const refused = await callRoute('cards.pin', handler, stage.world.services, request);
    expect(refused.body['message']).toContain(words);
    expect((await callRoute('cards.pin', handler, stage.world.services, request)).status).toBe(200);
    expect([...stage.world.issuer.pins.values()]).toEqual(['7531']);
  });

  it('stores it nowhere', async () => {
    const stage = await staged();
    const request = await reset(stage);
    await callRoute('cards.pin', handler, stage.world.services, request);
    expect(JSON.stringify(stage.world.store.all('card'))).not.toContain('7531');
  });
});
