import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Store } from '#functions/ports/store.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { sweepBeginsForMs, sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* The work and the duration of a sweep, and its report of work that it could not do. */

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  world.logs.length = 0;
});

const load = (): Promise<Id<'operation'>> =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(1_000),
    includesFee: false,
    claim: undefined,
  });

const stateOf = async (operationId: Id<'operation'>): Promise<Operation['state'] | undefined> =>
  (await world.store.get('operation', { operationId }))?.state;

/** Freezes the card at the issuer although its owner wants it active: the next sweep unfreezes it. */
async function stop(): Promise<void> {
  await world.services.issuer.freeze(card.issuerCardId ?? '');
  const changes = { actual: 'frozen', dueAtMs: world.clock.now() } as const;
  await world.store.commit([update('card', await world.card(card), changes)]);
}

/** Returns the world's services, in which reading one kind of record throws. */
function unreadable(kind: 'operation' | 'card', thrown: unknown): Services {
  const { store } = world;
  const get: Store['get'] = (asked, key) => (asked === kind ? Promise.reject(thrown) : store.get(asked, key));
  return { ...world.services, store: { ...store, get } };
}

describe('a sweep', () => {
  it('finds nothing to do before anything is due', async () => {
    const operationId = await load();
    world.clock.advance(44_999);
    expect(await sweepOperations(world.services)).toEqual({ operations: 0, cards: 0, failed: 0, left: 0 });
    expect(await stateOf(operationId)).toBe('reserved');
  });

  it('drives due operations and unfreezes cards', async () => {
    const operationId = await load();
    world.clock.advance(45_000);
    await stop();
    expect(await sweepOperations(world.services)).toEqual({ operations: 1, cards: 1, failed: 0, left: 0 });
    expect(await stateOf(operationId)).toBe('settled');
    expect((await world.card(card)).actual).toBe('active');
    expect(world.logs.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each([
    [44_999, 0],
    [45_000, 1],
  ])('drives operations that will be due within %i ms, on request: %i', async (aheadMs, operations) => {
    await load();
    expect(await sweepOperations(world.services, { aheadMs })).toEqual({ operations, cards: 0, failed: 0, left: 0 });
  });

  it('waits three seconds for an operation that is not done at once', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    world.clock.advance(45_000);
    const sweptAtMs = world.clock.now();
    await sweepOperations(world.services);
    expect(world.clock.now()).toBe(sweptAtMs + 3_000);
    expect(await stateOf(operationId)).toBe('submitted');
  });

  it.each([
    [new Error('odd'), 'odd'],
    ['odd', 'unknown'],
  ])('that fails at something reports it and goes on with the rest: %s', async (thrown, detail) => {
    const withdrawal = { user, cardId: card.cardId, amountCents: cents(100), claim: undefined };
    await requestWithdrawal(world.services, withdrawal);
    world.clock.advance(45_000);
    await stop();
    expect(await sweepOperations(unreadable('operation', thrown))).toEqual({
      operations: 0,
      cards: 1,
      failed: 1,
      left: 0,
    });
    expect(world.logs).toEqual([{ level: 'error', message: 'operation could not be driven', fields: { detail } }]);
    world.logs.length = 0;
    await stop();
    expect(await sweepOperations(unreadable('card', thrown))).toEqual({ operations: 1, cards: 0, failed: 1, left: 0 });
    expect(world.logs.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', message: 'card could not be driven', fields: { detail } },
    ]);
  });

  it('counts both kinds of failures', async () => {
    await load();
    world.clock.advance(45_000);
    await stop();
    const down: Services = {
      ...world.services,
      store: { ...world.store, get: () => Promise.reject(new Error('odd')) },
    };
    expect(await sweepOperations(down)).toEqual({ operations: 0, cards: 0, failed: 2, left: 0 });
  });

  it('sets a card to its wanted state though 200 operations wait for a slow issuer, and leaves the rest', async () => {
    world = moneyWorld();
    world.issuer.transfersEnd = 'pending';
    for (let person = 0; person < 100; person += 1) {
      const stranger = await world.cardholder(20_000);
      const theirs = await world.openCard(stranger);
      for (let times = 0; times < 2; times += 1)
        await requestLoad(world.services, {
          user: stranger,
          cardId: theirs.cardId,
          requestedCents: cents(1_000),
          includesFee: false,
          claim: undefined,
        });
    }
    user = await world.cardholder(20_000);
    card = await world.openCard(user);
    world.clock.advance(45_000);
    await stop();
    // Loads run in 16 lanes: each round of 16 takes eight seconds.
    const startedAtMs = world.clock.now();
    const { issuer } = world.services;
    const [load, unfreeze] = [issuer.load.bind(issuer), issuer.unfreeze.bind(issuer)];
    let unfrozenAfterMs: number | undefined;
    let stuck = 0;
    const services: Services = {
      ...world.services,
      issuer: {
        ...issuer,
        load: (command) => {
          stuck += 1;
          if (stuck % 16 === 0) world.clock.advance(8_000);
          return load(command);
        },
        unfreeze: (id, sendBeforeMs) => {
          unfrozenAfterMs ??= world.clock.now() - startedAtMs;
          return unfreeze(id, sendBeforeMs);
        },
      },
    };
    const report = await sweepOperations(services);
    expect(unfrozenAfterMs).toBeLessThanOrEqual(8_000);
    expect(report.cards).toBe(1);
    expect(report.left).toBeGreaterThan(0);
    expect(report.operations + report.left + report.failed).toBe(200);
    expect(world.clock.now() - startedAtMs).toBeLessThan(55_000);
    expect(world.logs).toContainEqual({
      level: 'warn',
      message: 'sweep left some to the next run',
      fields: { cards: 0, operations: report.left },
    });
  });

  it('drives operations though the list of cards cannot be read, and then fails', async () => {
    const operationId = await load();
    world.clock.advance(45_000);
    const listDueCards = () => Promise.reject(new Error('throttled'));
    const services: Services = { ...world.services, store: { ...world.store, listDueCards } };
    await expect(sweepOperations(services)).rejects.toThrow('throttled');
    expect(await world.store.get('operation', { operationId })).toMatchObject({ state: 'settled' });
  });

  it('leaves cards to the next run when its time is over, and counts them', async () => {
    const services: Services = {
      ...world.services,
      store: {
        ...world.store,
        listDueCards: async () => Array.from({ length: 5 }, () => card),
        get: async () => {
          world.clock.advance(sweepBeginsForMs);
          return undefined;
        },
      },
    };
    expect(await sweepOperations(services)).toMatchObject({ left: 4 });
    expect(world.logs).toContainEqual({
      level: 'warn',
      message: 'sweep left some to the next run',
      fields: { cards: 4, operations: 0 },
    });
  });

  it('brings cards to their wanted state though the list of operations cannot be read, and then fails', async () => {
    await stop();
    const listDueOperations = () => Promise.reject(new Error('throttled'));
    const services: Services = { ...world.services, store: { ...world.store, listDueOperations } };
    await expect(sweepOperations(services)).rejects.toThrow('throttled');
    expect((await world.card(card)).actual).toBe('active');
  });

  it('goes on with the rest in later runs until nothing is left', async () => {
    let begun = 0;
    for (let person = 0; person < 20; person += 1) {
      user = await world.cardholder(20_000);
      card = await world.openCard(user);
      await load();
    }
    world.clock.advance(45_000);
    const { issuer } = world.services;
    const slow: typeof issuer.load = (command) => {
      begun += 1;
      if (begun === 16) world.clock.advance(sweepBeginsForMs);
      return issuer.load(command);
    };
    const services = { ...world.services, issuer: { ...issuer, load: slow } };
    expect((await sweepOperations(services)).left).toBe(4);
    expect((await sweepOperations(services)).left).toBe(0);
  });
});
