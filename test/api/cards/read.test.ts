import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { handler } from '#functions/api/cards/read.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('cards.read', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await world.openCard(user)).cardId } }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.card } }) },
});

describe('GET /cards/{id}/public', () => {
  const read = async (changes: Partial<Card>): Promise<RouteAnswer<'cards.read'>> => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    const card = await world.openCard(user);
    await world.store.commit([update('card', card, changes)]);
    return callRoute('cards.read', handler, world.services, { as: user, params: { id: card.cardId } });
  };

  it('shows the card with its limits and its spending of this month', async () => {
    const { reply } = await read({
      colour: 'wine',
      spentThisMonthCents: cents(1_234),
      pendingInCents: cents(30),
      pendingOutCents: cents(12),
    });
    expect(reply).toEqual({
      _id: expect.stringMatching(/^crd_/),
      name: 'Everyday',
      last4Digits: '4444',
      balance: 500,
      status: 'active',
      colour: 'wine',
      brand: 'Mastercard',
      expiry: null,
      held: 42,
      frozenReasons: [],
      declines: { short: 0, freezesAt: 5 },
      statusReason: null,
      unfrozenUntil: null,
      withdrawableAt: null,
      lowBalance: null,
      autoLoad: null,
      limits: {
        balance: 500_000,
        transaction: 500_000,
        monthlySpend: 1_000_000,
        holdable: 500_000,
        spentThisMonth: 1_234,
      },
      createdAt: '2026-11-21T00:00:00.000Z',
      updatedAt: expect.any(String),
    });
  });

  it('counts the declines in a row for lack of money, and says when the card is frozen for them', async () => {
    expect((await read({ shortDeclines: 2 })).reply.declines).toEqual({ short: 2, freezesAt: 5 });
  });

  it('leaves out spending of another month', async () => {
    const { reply } = await read({ spendMonth: '2026-10', spentThisMonthCents: cents(1_234) });
    expect(reply.limits.spentThisMonth).toBe(0);
  });

  it('says when the next withdrawal is possible, while one has to wait', async () => {
    const nowMs = Date.parse('2026-11-21T00:00:00.000Z');
    const after = async (lastUnloadAtMs: number) => (await read({ lastUnloadAtMs })).reply.withdrawableAt;
    expect(await after(nowMs - 60_000)).toBe('2026-11-21T00:04:00.000Z');
    expect(await after(nowMs - 299_999)).toBe('2026-11-21T00:00:00.001Z');
    expect(await after(nowMs - 300_000)).toBeNull();
  });

  it.each([
    [{ frozenReasons: ['owner'], actual: 'active' }, 'freezed', /You froze this card/],
    [{ frozenReasons: [], actual: 'frozen' }, 'freezed', /being unfrozen/],
    [{ lifecycle: 'creating' }, 'pending', /being created/],
    [{ lifecycle: 'deleted' }, 'deleted', /was deleted/],
    [{ blockedReason: 'Blocked for fraud.' }, 'blocked', /Blocked for fraud/],
  ] as const)('shows a card with %j as %s, and says why', async (changes, status, reason) => {
    expect((await read(changes)).reply).toMatchObject({ status, statusReason: expect.stringMatching(reason) });
  });

  it('does not find a card whose creation failed', async () => {
    expect(await read({ lifecycle: 'failed' })).toMatchObject({ status: 404, code: 'NotFound' });
  });
});
