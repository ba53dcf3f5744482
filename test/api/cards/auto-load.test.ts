import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/auto-load.ts';
import { handler as endHandler } from '#functions/api/cards/end-auto-load.ts';
import { steeringKeptMs } from '#functions/domain/steering/read-steering.ts';
import { update } from '#functions/ports/store.ts';
import { cents } from '#shared/money.ts';
import { acceptOlderTerms } from '#test/support/accept-older-terms.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { switchOff } from '#test/support/switch-off.ts';

const order = { below: 1_000, amount: 2_000, monthlyMax: 10_000, until: null };

endpointSuite('cards.auto-load', {
  handler,
  good: async ({ world, user }) => {
    const { cardId } = await world.openCard(user);
    return { as: user, params: { id: cardId }, body: order };
  },
  badBodies: [
    ['below', { ...order, below: 0 }],
    ['below', { ...order, below: 1.5 }],
    ['below', { ...order, below: undefined }],
    ['amount', { ...order, amount: 99 }],
    ['amount', { ...order, amount: 500_001, monthlyMax: 600_000 }],
    ['monthlyMax', { ...order, monthlyMax: 1_999 }],
    ['monthlyMax', { ...order, monthlyMax: '10000' }],
    ['until', { ...order, until: 'tomorrow' }],
    ['until', { ...order, until: '2026-02-30' }],
    ['until', { ...order, until: '2001-01-01' }],
    ['more', { ...order, more: 1 }],
  ],
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card }, body: order }),
    QuoteChanged: async ({ world, user }) => {
      const { cardId } = await world.openCard(user);
      return { params: { id: cardId }, body: order, headers: { 'price-version': '0' } };
    },
    TemporarilyUnavailable: async ({ world, user }) => {
      const { cardId } = await world.openCard(user);
      await switchOff(world.services, ['load']);
      world.clock.advance(steeringKeptMs);
      return { params: { id: cardId }, body: order };
    },
    RegionNotServed: async ({ world, user }) => {
      const { cardId } = await world.openCard(user);
      return { params: { id: cardId }, body: order, headers: { 'cloudfront-viewer-country': 'SY' } };
    },
    TermsNotAccepted: async ({ world, user }) => {
      const { cardId } = await world.openCard(user);
      await acceptOlderTerms(world.services, user);
      return { params: { id: cardId }, body: order };
    },
    CardNotActive: async ({ world, user }) => {
      const card = await world.openCard(user);
      await world.store.commit([update('card', card, { lifecycle: 'retiring' })]);
      return { params: { id: card.cardId }, body: order };
    },
    CardBalanceLimit: async ({ world, user }) => {
      const { cardId } = await world.openCard(user);
      return { params: { id: cardId }, body: { ...order, below: 400_000, amount: 100_001, monthlyMax: 200_000 } };
    },
  },
});

describe('PUT /cards/{id}/auto-load', () => {
  it('stores the order, and keeps the count of the month when it is ordered again', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    const card = await world.openCard(user);
    const ask = async (body: object) =>
      (
        await callRoute('cards.auto-load', handler, world.services, {
          as: user,
          params: { id: card.cardId },
          body,
        })
      ).reply.card.autoLoad;
    const shown = { below: 1_000, amount: 2_000, monthlyMax: 10_000, failures: 0, failure: null };
    expect(await ask(order)).toEqual({ ...shown, until: null, loadedThisMonth: 0 });
    const month = new Date(world.clock.now()).toISOString().slice(0, 7);
    await world.store.commit([
      update('card', await world.card(card), { autoLoadMonth: month, autoLoadedCents: cents(4_000) }),
    ]);
    const until = new Date(world.clock.now() + 60_000).toISOString();
    expect(await ask({ ...order, until })).toEqual({ ...shown, until, loadedThisMonth: 4_000 });
    world.clock.advance(60_000);
    const { until: _none, ...endless } = order;
    expect((await ask(endless))?.until).toBeNull();
  });

  it('is refused until the present terms are accepted, and can be ended without them', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    const card = await world.openCard(user);
    const request = { as: user, params: { id: card.cardId } };
    await callRoute('cards.auto-load', handler, world.services, { ...request, body: order });
    await acceptOlderTerms(world.services, user);
    const again = { ...order, amount: 3_000 };
    expect(await callRoute('cards.auto-load', handler, world.services, { ...request, body: again })).toMatchObject({
      status: 403,
      code: 'TermsNotAccepted',
    });
    expect(await world.card(card)).toMatchObject({ autoLoad: { amountCents: 2_000 } });
    await callRoute('cards.end-auto-load', endHandler, world.services, request);
    expect((await world.card(card)).autoLoad).toBeUndefined();
  });

  it('is refused while the account is locked', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    const { cardId } = await world.openCard(user);
    const now = await world.store.get('user', user);
    if (now) await world.store.commit([update('user', now, { lockedAtMs: world.clock.now() })]);
    const { status, code } = await callRoute('cards.auto-load', handler, world.services, {
      as: user,
      params: { id: cardId },
      body: order,
    });
    expect([status, code]).toEqual([403, 'AccountLocked']);
  });
});
