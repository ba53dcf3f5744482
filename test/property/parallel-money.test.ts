import { beforeAll, describe, expect, it } from 'vitest';
import { handler as create } from '#functions/api/cards/create.ts';
import { handler as remove } from '#functions/api/cards/delete.ts';
import { handler } from '#functions/api/cards/load.ts';
import { handler as unload } from '#functions/api/cards/unload.ts';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { enginesHere, sharedEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { runningClock } from '#test/support/running-clock.ts';
import { wholeTable } from '#test/support/whole-table.ts';

/** Sweeps until nothing waits: a sweep has a time limit, so a busy machine needs several. */
async function sweepToTheEnd(services: Services): Promise<void> {
  const aheadMs = 60_000;
  do await sweepOperations(services, { aheadMs });
  while ((await services.store.listDueOperations(services.clock.now() + aheadMs, 1)).length > 0);
}

describe('simultaneous requests, on a real engine', () => {
  let engine: RunningEngine;
  beforeAll(async () => {
    const [first] = enginesHere();
    if (!first) throw new Error('no engine runs here');
    engine = await sharedEngine(first);
  });

  /** A person with a card and money for this many loads of $1. */
  const staged = async (loads: number) => {
    const client = createDocumentClient(engine.client());
    const table = await engine.newTable();
    const world: MoneyWorld = moneyWorld({ store: (clock) => createDynamoStore(client, table, clock) });
    const user: User = await world.cardholder(2_000 + loads * 203);
    const card: Card = await world.openCard(user);
    const services: Services = { ...world.services, clock: runningClock(world.clock.now()) };
    /** Loads the card, and repeats the request while the answer is `Busy`, as a client would. */
    const load = async (key: string): Promise<RouteAnswer<'cards.load'>> => {
      for (;;) {
        const answer = await callRoute('cards.load', handler, services, {
          as: user,
          params: { id: card.cardId },
          body: { amount: 100 },
          headers: { 'idempotency-key': key },
        });
        if (answer.code !== 'Busy') return answer;
      }
    };
    return { world, services, user, card, load, books: async () => ({ store: await wholeTable(client, table) }) };
  };

  it('64 loads with one key are one load with 64 equal answers', async () => {
    const { world, services, user, card, load, books } = await staged(1);
    const answers = await Promise.all(Array.from({ length: 64 }, () => load('same')));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    // On a busy machine the load may not be settled yet.
    expect([200, 202]).toContain(answers[0]?.status);
    await sweepToTheEnd(services);
    expect(world.issuer.transfers.size).toBe(1);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, heldCents: 0 });
    expect((await world.card(card)).balanceCents).toBe(600);
    expectSoundBooks(await books());
  });

  it('24 loads with different keys succeed only as often as the money suffices', async () => {
    const { world, services, user, card, load, books } = await staged(9);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => load(`load-${index}`)));
    const codes = answers.map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code === 'InsufficientFunds')).toHaveLength(15);
    // On a busy machine some loads may not be settled yet.
    expect(codes.filter((code) => code === 200 || code === 202)).toHaveLength(9);
    await sweepToTheEnd(services);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, heldCents: 0 });
    expect((await world.card(card)).balanceCents).toBe(500 + 900);
    expectSoundBooks(await books());
  });

  it('all requests with a refused key are refused, even once there is money again', async () => {
    const { world, services, user, card, load, books } = await staged(2);
    const keys = ['a', 'b', 'c', 'd', 'e'];
    /** Returns the answer to each key, which all its requests share. */
    const answersOf = async (): Promise<readonly string[]> =>
      Promise.all(
        keys.map(async (key) => {
          const answers = await Promise.all(Array.from({ length: 8 }, () => load(key)));
          const texts = answers.map(({ status, body }) => JSON.stringify([status, { ...body, requestId: '' }]));
          expect(new Set(texts).size, key).toBe(1);
          return texts[0] ?? '';
        }),
      );
    const first = await answersOf();
    const refused = first.filter((text) => text.startsWith('[422,'));
    expect(refused).toHaveLength(3);
    await sweepToTheEnd(services);
    const withdrawn = await callRoute('cards.unload', unload, services, {
      as: user,
      params: { id: card.cardId },
      body: { amount: 500 },
    });
    expect(withdrawn.status).toBeLessThan(300);
    await sweepToTheEnd(services);
    expect(await answersOf()).toEqual(first);
    expect(world.issuer.transfers.size).toBe(3);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 500, heldCents: 0 });
    expectSoundBooks(await books());
  });

  it('20 orders of a card make three cards at most', async () => {
    const { world, services, user, books } = await staged(300);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        callRoute('cards.create', create, services, { as: user, body: { name: 'Any', pin: 7 } }),
      ),
    );
    const codes = answers.map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code === 201 || code === 202)).toHaveLength(2);
    await sweepToTheEnd(services);
    // A request that lost every race is answered `Busy`; none succeeds beyond the third.
    expect(codes.filter((code) => code === 'CardLimitReached' || code === 'Busy')).toHaveLength(18);
    expect(world.issuer.cards.size).toBe(3);
    expect((await world.wallet(user)).cardCount).toBe(3);
    expectSoundBooks(await books());
  });

  it('20 withdrawals have one effect, and 20 deletions free one place', async () => {
    const { world, services, user, card, books } = await staged(1);
    const request = { as: user, params: { id: card.cardId } };
    const withdrawals = await Promise.all(
      Array.from({ length: 20 }, () =>
        callRoute('cards.unload', unload, services, { ...request, body: { amount: 400 } }),
      ),
    );
    expect(withdrawals.filter(({ status }) => status < 300)).toHaveLength(1);
    await sweepToTheEnd(services);
    expect(world.issuer.transfers.size).toBe(1);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 203 + 400, cardCount: 1 });
    const deletions = await Promise.all(
      Array.from({ length: 20 }, () => callRoute('cards.delete', remove, services, request)),
    );
    expect(deletions.filter(({ status }) => status < 300)).toHaveLength(1);
    await sweepToTheEnd(services);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 203 + 500, cardCount: 0 });
    expectSoundBooks(await books());
  });
});
