import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Store } from '#functions/ports/store.ts';
import { requestLoad } from '#functions/domain/cards/request-load.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* What a sweep takes on, for how long, and what it tells of what it could not do. */

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

/** The issuer has stopped the card, and its owner wants it active: the next sweep sets it going. */
async function stop(): Promise<void> {
  await world.services.issuer.freeze(card.issuerCardId ?? '');
  const changes = { actual: 'frozen', dueAtMs: world.clock.now() } as const;
  await world.store.commit([update('card', await world.card(card), changes)]);
}

/** The world's services, in which one kind of thing cannot be read. */
function unreadable(kind: 'operation' | 'card', thrown: unknown): Services {
  const { store } = world;
  const get: Store['get'] = (asked, key) => (asked === kind ? Promise.reject(thrown) : store.get(asked, key));
  return { ...world.services, store: { ...store, get } };
}

describe('a sweep', () => {
  it('finds nothing to do before anything is due', async () => {
    const operationId = await load();
    world.clock.advance(44_999);
    expect(await sweepOperations(world.services)).toEqual({ operations: 0, cards: 0, failed: 0 });
    expect(await stateOf(operationId)).toBe('reserved');
  });

  it('drives what is due, and sets cards going', async () => {
    const operationId = await load();
    world.clock.advance(45_000);
    await stop();
    expect(await sweepOperations(world.services)).toEqual({ operations: 1, cards: 1, failed: 0 });
    expect(await stateOf(operationId)).toBe('settled');
    expect((await world.card(card)).actual).toBe('active');
    expect(world.logs.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each([
    [44_999, 0],
    [45_000, 1],
  ])('takes on what will be due within %i ms, when it is told to: %i', async (aheadMs, operations) => {
    await load();
    expect(await sweepOperations(world.services, { aheadMs })).toEqual({ operations, cards: 0, failed: 0 });
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
  ])('that fails at something tells of it and goes on with the rest: %s', async (thrown, detail) => {
    await load();
    world.clock.advance(45_000);
    await stop();
    expect(await sweepOperations(unreadable('operation', thrown))).toEqual({ operations: 0, cards: 1, failed: 1 });
    expect(world.logs).toEqual([{ level: 'error', message: 'operation could not be driven', fields: { detail } }]);
    world.logs.length = 0;
    await stop();
    expect(await sweepOperations(unreadable('card', thrown))).toEqual({ operations: 1, cards: 0, failed: 1 });
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
    expect(await sweepOperations(down)).toEqual({ operations: 0, cards: 0, failed: 2 });
  });
});
