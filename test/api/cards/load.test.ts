import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { handler } from '#functions/api/cards/load.ts';
import { update } from '#functions/ports/store.ts';
import { acceptOlderTerms } from '#test/support/accept-older-terms.ts';
import { changePrices } from '#test/support/change-prices.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { emptyFloat } from '#test/support/empty-float.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { runningClock } from '#test/support/running-clock.ts';

const load = async ({ world, user }: Stage, amount = 5_000, more: object = {}) => {
  const card = await world.openCard(user);
  return { as: user, params: { id: card.cardId }, body: { amount, ...more } };
};

const staged = async (availableCents = 100_000): Promise<Stage> => {
  const world = moneyWorld();
  return { world, user: await world.cardholder(availableCents) };
};

endpointSuite('cards.load', {
  handler,
  good: load,
  amounts: ['amount'],
  badBodies: [
    ['includesFee', { includesFee: 'yes' }],
    ['includesFee', { includesFee: 1 }],
    ['cardId', { cardId: 'crd_1' }],
  ],
  otherBody: { amount: 5_001 },
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card }, body: { amount: 5_000 } }),
    InsufficientFunds: (stage) => load(stage, 98_000),
    CardNotActive: async ({ world, user }) => {
      const card = await world.openCard(user);
      await world.store.commit([update('card', card, { frozenReasons: ['owner'] })]);
      return { params: { id: card.cardId }, body: { amount: 5_000 } };
    },
    CardBalanceLimit: (stage) => load(stage, 499_501),
    AmountTooSmall: (stage) => load(stage, 101, { includesFee: true }),
    AccountInDebt: async (stage) => {
      const request = await load(stage);
      const wallet = await stage.world.wallet(stage.user);
      await stage.world.store.commit([update('wallet', wallet, { debtCents: cents(1) })]);
      return request;
    },
    ProviderRefused: async (stage) => {
      const request = await load(stage);
      stage.world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
      return request;
    },
    TermsNotAccepted: async (stage) => {
      await acceptOlderTerms(stage.world.services, stage.user);
      return load(stage);
    },
    QuoteChanged: async (stage) => ({ ...(await load(stage)), headers: { 'price-version': '2' } }),
    RegionNotServed: async (stage) => ({ ...(await load(stage)), headers: { 'cloudfront-viewer-country': 'KP' } }),
    TemporarilyUnavailable: async (stage) => {
      const request = await load(stage);
      await emptyFloat(stage.world);
      return request;
    },
  },
});

describe('PATCH /cards/{id}/load', () => {
  it('puts the amount on the card and takes the fee beside it', async () => {
    const stage = await staged();
    const { status, reply } = await callRoute('cards.load', handler, stage.world.services, await load(stage));
    expect(status).toBe(200);
    expect(reply).toMatchObject({ card: { balance: 5_500, held: 0, status: 'active' } });
    expect(reply.operation).toBeUndefined();
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 98_000 - 5_250, heldCents: 0 });
    expectSoundBooks(stage.world);
  });

  it('takes exactly the amount when that includes the fee', async () => {
    const stage = await staged();
    const request = await load(stage, 5_000, { includesFee: true });
    const { reply } = await callRoute('cards.load', handler, stage.world.services, request);
    expect(reply.card.balance).toBe(500 + 4_757);
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 93_000, heldCents: 0 });
  });

  it('answers 202 while the issuer has not confirmed, and shows what is held', async () => {
    const stage = await staged();
    const request = await load(stage);
    stage.world.issuer.transfersEnd = 'pending';
    const { status, reply } = await callRoute('cards.load', handler, stage.world.services, request);
    expect(status).toBe(202);
    expect(reply).toMatchObject({
      card: { balance: 500, held: 5_000 },
      operation: { kind: 'card_load', status: 'pending', amount: 5_000, fee: 250, cardId: request.params.id },
    });
    expectSoundBooks(stage.world);
  });

  it('gives everything back, and answers the same to a retry at once, when the issuer declines', async () => {
    const stage = await staged();
    const request = { ...(await load(stage)), headers: { 'idempotency-key': 'declined' } };
    stage.world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    const first = await callRoute('cards.load', handler, stage.world.services, request);
    expect(first).toMatchObject({ status: 422, code: 'ProviderRefused' });
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 98_000, heldCents: 0 });
    const askedAtMs = stage.world.clock.now();
    const again = await callRoute('cards.load', handler, stage.world.services, request);
    expect(again).toMatchObject({ status: 422, body: first.body, headers: { 'idempotency-replayed': 'true' } });
    expect(stage.world.clock.now()).toBe(askedAtMs);
    expect(stage.world.store.all('operation').filter(({ kind }) => kind === 'card_load')).toHaveLength(1);
    expectSoundBooks(stage.world);
  });

  it('counts a load that is under way towards what the card can hold', async () => {
    const stage = await staged(1_000_000);
    const request = await load(stage, 300_000);
    stage.world.issuer.transfersEnd = 'pending';
    expect((await callRoute('cards.load', handler, stage.world.services, request)).status).toBe(202);
    const more = (amount: number) =>
      callRoute('cards.load', handler, stage.world.services, { ...request, body: { amount } });
    expect(await more(199_501)).toMatchObject({ code: 'CardBalanceLimit' });
    expect((await more(199_500)).status).toBe(202);
    expect(await more(100)).toMatchObject({ code: 'CardBalanceLimit' });
  });

  it('makes one load when 64 requests come with one key and the money for one', async () => {
    const stage = await staged(2_000 + 5_250);
    const request = { ...(await load(stage)), headers: { 'idempotency-key': 'tight' } };
    const services = { ...stage.world.services, clock: runningClock(stage.world.clock.now()) };
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => callRoute('cards.load', handler, services, request)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await stage.world.wallet(stage.user)).availableCents).toBe(0);
    expectSoundBooks(stage.world);
  });

  it('spends no cent twice when 64 different loads come at once', async () => {
    const stage = await staged(2_000 + 5 * 203);
    const { params } = await load(stage);
    const services = { ...stage.world.services, clock: runningClock(stage.world.clock.now()) };
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        callRoute('cards.load', handler, services, {
          as: stage.user,
          params,
          body: { amount: 100 },
          headers: { 'idempotency-key': `load-${index}` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 'InsufficientFunds')).toHaveLength(59);
    expect((await stage.world.wallet(stage.user)).availableCents).toBe(0);
    expectSoundBooks(stage.world);
  });
});

describe('prices that change', () => {
  const dearer = {
    cardFeeCents: cents(2_000),
    firstLoadCents: cents(700),
    loadPercent: 4.5,
    loadFixedCents: cents(50),
  };

  it('apply at once, are stored with the load, and refuse an earlier quote with the new ones', async () => {
    const { world, user } = await staged();
    const request = await load({ world, user });
    const ask = (version: string | undefined, key: string) =>
      callRoute('cards.load', handler, world.services, {
        ...request,
        headers: { 'idempotency-key': key, ...(version === undefined ? {} : { 'price-version': version }) },
      });
    expect((await ask('1', 'one')).status).toBe(200);
    await changePrices(world, dearer);
    const refused = await ask('1', 'two');
    expect(refused).toMatchObject({
      status: 409,
      code: 'QuoteChanged',
      body: { prices: { version: 2, cardFeeCents: 2_000, firstLoadCents: 700, loadPercent: 4.5, loadFixedCents: 50 } },
    });
    // A repeat reports the load that was begun at the earlier prices; a refused key is unused.
    expect((await ask('1', 'one')).status).toBe(200);
    world.clock.advance(6 * 60_000);
    expect((await ask('2', 'two')).status).toBe(200);
    world.clock.advance(6 * 60_000);
    expect((await ask(undefined, 'three')).status).toBe(200);
    const loads = world.store.all('operation').filter(({ kind }) => kind === 'card_load');
    expect(loads.map(({ feeCents, priceVersion }) => [feeCents, priceVersion])).toEqual([
      [250, 1],
      [275, 2],
      [275, 2],
    ]);
    expectSoundBooks(world);
  });

  it('do not change a load that was ordered before', async () => {
    const { world, user } = await staged();
    const request = await load({ world, user });
    world.issuer.transfersEnd = 'pending';
    expect((await callRoute('cards.load', handler, world.services, request)).status).toBe(202);
    await changePrices(world, dearer);
    for (const [id, transfer] of world.issuer.transfers)
      world.issuer.transfers.set(id, { ...transfer, state: 'successful' });
    world.clock.advance(6 * 60_000);
    await sweepOperations(world.services);
    expect(world.store.all('operation').find(({ kind }) => kind === 'card_load')).toMatchObject({
      state: 'settled',
      feeCents: 250,
      priceVersion: 1,
    });
    expectSoundBooks(world);
  });
});
