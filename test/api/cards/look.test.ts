import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/look.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const named = async ({ world, user }: Stage) => {
  const { cardId } = await world.openCard(user);
  return { as: user, params: { id: cardId }, body: { name: 'Travel', colour: 'wine' } };
};

const staged = async (changes: Partial<Card> = {}) => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const card = await world.openCard(user);
  if (Object.keys(changes).length > 0) await world.store.commit([update('card', card, changes)]);
  const look = async (body: Record<string, unknown>) =>
    callRoute('cards.look', handler, world.services, { as: user, params: { id: card.cardId }, body });
  return { world, card, look };
};

endpointSuite('cards.look', {
  handler,
  good: named,
  badBodies: [
    ['name', { name: 'x'.repeat(41) }],
    ['name', { name: ' ' }],
    ['name', { name: 7 }],
    ['name', { name: null }],
    ['name', { name: 'Tra\u0000vel' }],
    ['name', { name: '\ud83d' }],
    ['name', { name: 'Tra\u202evel' }],
    ['name', { name: 'Travel 4111 1111 1111 1111' }],
    ['name', { name: '\u2066Travel\u2069' }],
    ['colour', { colour: 'chartreuse' }],
    ['colour', { colour: null }],
    ['label', { label: 'Other' }],
  ],
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card }, body: { name: 'Travel' } }),
  },
});

describe('PATCH /cards/{id}/look', () => {
  it('names a card and colours it, one without the other', async () => {
    const { look } = await staged();
    expect((await look({ name: '  Travel ' })).reply.card).toMatchObject({ name: 'Travel', colour: null });
    expect((await look({ colour: 'wine' })).reply.card).toMatchObject({ name: 'Travel', colour: 'wine' });
    expect((await look({ name: 'x'.repeat(40) })).reply.card).toMatchObject({ name: 'x'.repeat(40), colour: 'wine' });
  });

  it('writes nothing when nothing changes', async () => {
    const { world, card, look } = await staged({ name: 'Travel' });
    const before = await world.card(card);
    expect((await look({ name: 'Travel' })).status).toBe(200);
    expect((await look({})).status).toBe(200);
    expect(await world.card(card)).toEqual(before);
  });

  it('does not undo a simultaneous change of the card', async () => {
    const { world, card, look } = await staged();
    const stale = await world.card(card);
    const get = world.store.get.bind(world.store);
    let overtaken = false;
    world.store.get = async (kind, key) => {
      const found = await get(kind, key);
      if (kind === 'card' && !overtaken) {
        overtaken = true;
        await world.store.commit([update('card', stale, { frozenReasons: ['owner'] })]);
      }
      return found;
    };
    expect((await look({ name: 'Travel' })).reply.card).toMatchObject({ name: 'Travel', status: 'freezed' });
  });

  it.each<Partial<Card>>([
    { frozenReasons: ['owner'], actual: 'frozen' },
    { blockedReason: 'Blocked for fraud.' },
    { lifecycle: 'creating' },
  ])('changes a card in any state: %j', async (changes) => {
    const { look } = await staged(changes);
    expect((await look({ name: 'Travel' })).reply.card.name).toBe('Travel');
  });
});
