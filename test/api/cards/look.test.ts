import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/look.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const labelled = async ({ world, user }: Stage) => {
  const { cardId } = await world.openCard(user);
  return { as: user, params: { id: cardId }, body: { label: 'Travel', colour: 'wine' } };
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
  good: labelled,
  badBodies: [
    ['label', { label: 'x'.repeat(25) }],
    ['label', { label: 7 }],
    ['label', { label: null }],
    ['label', { label: 'Tra\u0000vel' }],
    ['label', { label: '\ud83d' }],
    ['colour', { colour: 'chartreuse' }],
    ['colour', { colour: null }],
    ['name', { name: 'Other' }],
  ],
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card }, body: { label: 'Travel' } }),
  },
});

describe('PATCH /cards/{id}/look', () => {
  it('labels a card and colours it, one without the other', async () => {
    const { look } = await staged();
    expect((await look({ label: '  Travel ' })).reply.card).toMatchObject({ label: 'Travel', colour: null });
    expect((await look({ colour: 'wine' })).reply.card).toMatchObject({ label: 'Travel', colour: 'wine' });
    expect((await look({ label: 'x'.repeat(24) })).reply.card).toMatchObject({ label: 'x'.repeat(24), colour: 'wine' });
  });

  it('takes a label off with an empty one', async () => {
    const { look } = await staged({ label: 'Travel' });
    expect((await look({ label: ' ' })).reply.card.label).toBe('');
  });

  it('has nothing to write when nothing changes', async () => {
    const { world, card, look } = await staged({ label: 'Travel' });
    const before = await world.card(card);
    expect((await look({ label: 'Travel' })).status).toBe(200);
    expect((await look({})).status).toBe(200);
    expect(await world.card(card)).toEqual(before);
  });

  it('does not undo what happened to the card meanwhile', async () => {
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
    expect((await look({ label: 'Travel' })).reply.card).toMatchObject({ label: 'Travel', status: 'freezed' });
  });

  it.each<Partial<Card>>([
    { frozenReasons: ['owner'], actual: 'frozen' },
    { blockedReason: 'Blocked for fraud.' },
    { lifecycle: 'creating' },
  ])('is for a card in any state: %j', async (changes) => {
    const { look } = await staged(changes);
    expect((await look({ label: 'Travel' })).reply.card.label).toBe('Travel');
  });
});
