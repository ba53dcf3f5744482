import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/unload.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { cents } from '#shared/money.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { steeringKeptMs } from '#functions/domain/steering/read-steering.ts';
import { switchOff } from '#test/support/switch-off.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { runningClock } from '#test/support/running-clock.ts';

const unload = async ({ world, user }: Stage, amount = 200, changes: Partial<Card> = {}) => {
  const card = await world.openCard(user);
  if (Object.keys(changes).length > 0) await world.store.commit([update('card', card, changes)]);
  return { as: user, params: { id: card.cardId }, body: { amount } };
};

const staged = async (): Promise<Stage> => {
  const world = moneyWorld();
  return { world, user: await world.cardholder(10_000) };
};

endpointSuite('cards.unload', {
  handler,
  good: unload,
  amounts: ['amount'],
  badBodies: [['includesFee', { includesFee: true }]],
  otherBody: { amount: 201 },
  again: 'CooldownActive',
  decidedByProvider: ['InsufficientFunds'],
  refusals: {
    TemporarilyUnavailable: async (stage) => {
      const request = await unload(stage);
      await switchOff(stage.world.services, ['withdrawal']);
      // Opening the card has read the earlier settings, which are kept for this long.
      stage.world.clock.advance(steeringKeptMs);
      return request;
    },
    NotFound: async () => ({ params: { id: unknownIds.card }, body: { amount: 200 } }),
    CardNotActive: (stage) => unload(stage, 200, { frozenReasons: ['owner'] }),
    CardMinimum: (stage) => unload(stage, 401),
    CooldownActive: (stage) => unload(stage, 200, { lastUnloadAtMs: stage.world.clock.now() - 299_999 }),
    AmountTooLarge: async (stage) => {
      const request = await unload(stage, 200, { frozenReasons: ['debt'] });
      const { store } = stage.world;
      await store.commit([update('wallet', await stage.world.wallet(stage.user), { debtCents: cents(199) })]);
      return request;
    },
    Conflict: async (stage) => {
      const request = await unload(stage);
      stage.world.issuer.transfersEnd = 'pending';
      await callRoute('cards.unload', handler, stage.world.services, request);
      stage.world.clock.advance(5 * 60_000);
      return request;
    },
    ProviderRefused: async (stage) => {
      const request = await unload(stage);
      stage.world.issuer.misbehave('unload', { does: 'declined', reason: 'unavailable' });
      return request;
    },
    InsufficientFunds: async (stage) => {
      const request = await unload(stage);
      stage.world.issuer.misbehave('unload', { does: 'declined', reason: 'card_insufficient_funds' });
      return request;
    },
  },
});

describe('PATCH /cards/{id}/unload', () => {
  it('moves money to the balance free of charge, down to the dollar that stays', async () => {
    const stage = await staged();
    const request = await unload(stage, 400);
    const { status, reply } = await callRoute('cards.unload', handler, stage.world.services, request);
    expect(status).toBe(200);
    expect(reply).toMatchObject({ card: { balance: 100, held: 0, status: 'active' } });
    expect(reply.operation).toBeUndefined();
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 8_400, heldCents: 0 });
    const line = stage.world.store.all('movement').find(({ kind }) => kind === 'card_withdrawal');
    expect(line).toMatchObject({ direction: 'credit', amountCents: 400, paidCents: 400, status: 'completed' });
    expectSoundBooks(stage.world);
  });

  it('returns 202 and credits nothing before the issuer has confirmed', async () => {
    const stage = await staged();
    const request = await unload(stage, 300);
    stage.world.issuer.transfersEnd = 'pending';
    const { status, reply } = await callRoute('cards.unload', handler, stage.world.services, request);
    expect(status).toBe(202);
    expect(reply).toMatchObject({
      card: { balance: 200, held: 300 },
      operation: { kind: 'card_withdrawal', status: 'pending', amount: 300, fee: 0 },
    });
    expect((await stage.world.wallet(stage.user)).availableCents).toBe(8_000);
    expectSoundBooks(stage.world);
  });

  it('says how long to wait, and lets the next one through when the five minutes are over', async () => {
    const stage = await staged();
    const request = await unload(stage, 100);
    const call = () => callRoute('cards.unload', handler, stage.world.services, request);
    expect((await call()).status).toBe(200);
    const doneAtMs = (await stage.world.card(stage.world.store.all('card')[0] as Card)).lastUnloadAtMs;
    stage.world.clock.advance(doneAtMs + 119_500 - stage.world.clock.now());
    expect(await call()).toMatchObject({
      status: 422,
      code: 'CooldownActive',
      headers: { 'retry-after': '181' },
      body: { message: expect.stringContaining('in 3 minutes and 1 second.') },
    });
    stage.world.clock.advance(180_500);
    expect((await call()).status).toBe(200);
    expectSoundBooks(stage.world);
  });

  it.each([
    [500, 401, 'at most $4.00 can be withdrawn'],
    [100, 1, 'nothing to withdraw: its balance is $1.00'],
    [-250, 1, 'nothing to withdraw: its balance is −$2.50'],
  ])('with %i cents on the card refuses %i and names the maximum', async (balance, amount, words) => {
    const stage = await staged();
    const request = await unload(stage, amount, { balanceCents: cents(balance) });
    const answer = await callRoute('cards.unload', handler, stage.world.services, request);
    expect(answer).toMatchObject({ code: 'CardMinimum', body: { message: expect.stringContaining(words) } });
  });

  it('puts everything back when the issuer declines, and lets the next one follow at once', async () => {
    const stage = await staged();
    const request = await unload(stage, 300);
    stage.world.issuer.misbehave('unload', { does: 'declined', reason: 'rejected' });
    const call = () => callRoute('cards.unload', handler, stage.world.services, request);
    expect(await call()).toMatchObject({ status: 422, code: 'ProviderRefused' });
    expect(stage.world.store.all('card')).toMatchObject([{ balanceCents: 500, pendingOutCents: 0 }]);
    expect((await call()).status).toBe(200);
    expectSoundBooks(stage.world);
  });

  it('names the waiting time even while the previous withdrawal is under way', async () => {
    const stage = await staged();
    const request = await unload(stage, 50);
    stage.world.issuer.transfersEnd = 'pending';
    const stampedAtMs = stage.world.clock.now();
    expect(await callRoute('cards.unload', handler, stage.world.services, request)).toMatchObject({ status: 202 });
    stage.world.clock.advance(stampedAtMs + 60_000 - stage.world.clock.now());
    const again = await callRoute('cards.unload', handler, stage.world.services, request);
    expect(again).toMatchObject({ code: 'CooldownActive', headers: { 'retry-after': '240' } });
  });

  it('withdraws once when 20 requests come at once', async () => {
    const stage = await staged();
    const request = await unload(stage, 50);
    const services = { ...stage.world.services, clock: runningClock(stage.world.clock.now()) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callRoute('cards.unload', handler, services, request)),
    );
    const codes = answers.map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'CooldownActive')).toHaveLength(19);
    expect(stage.world.issuer.transfers.size).toBe(1);
    expectSoundBooks(stage.world);
  });

  it('pays what the account owes first', async () => {
    const stage = await staged();
    const request = await unload(stage, 400);
    // A deposit was taken back after it was spent.
    const wallet = await stage.world.wallet(stage.user);
    await stage.world.store.commit([update('wallet', wallet, { debtCents: cents(150) })]);
    await callRoute('cards.unload', handler, stage.world.services, request);
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 8_250, debtCents: 0 });
  });
});
