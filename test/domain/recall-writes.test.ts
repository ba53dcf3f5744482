import { beforeEach, describe, expect, it } from 'vitest';
import { recallingWrites } from '#functions/domain/recall-writes.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import { insert, remove, StoreUnavailable, update, type Store } from '#functions/ports/store.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

/* A piece of work does not read its own writes again, but reads all that may be newer. */

const { wallet, card, operation, movement, claim, user } = samples;
const { userId } = wallet;
const walletRef = { kind: 'wallet', key: { userId: wallet.userId } } as const;
const cardRef = { kind: 'card', key: card } as const;
const operationRef = { kind: 'operation', key: operation } as const;

let world: MoneyWorld;
let own: Pick<MoneyWorld['services'], 'store' | 'clock'>;
/** Kinds that were read from the table, in order. */
let asked: string[];

beforeEach(async () => {
  world = moneyWorld();
  asked = [];
  const { store } = world;
  const counting: Store = {
    ...store,
    get: (kind, key) => (asked.push(kind), store.get(kind, key)),
    getBoth: (one, two) => (asked.push(`${one.kind} ${two.kind}`), store.getBoth(one, two)),
    getThree: (one, two, three) => (
      asked.push(`${one.kind} ${two.kind} ${three.kind}`),
      store.getThree(one, two, three)
    ),
    getMany: (kind, keys) => (asked.push(`many ${kind}`), store.getMany(kind, keys)),
    listCards: (id) => (asked.push('cards'), store.listCards(id)),
  };
  own = recallingWrites({ ...world.services, store: counting });
  await own.store.commit([
    insert('wallet', wallet),
    insert('card', card),
    insert('operation', operation),
    insert('movement', movement),
    insert('claim', claim),
    insert('user', user),
  ]);
});

/** Changes the wallet as another process would. */
const interfere = () => world.store.commit([update('wallet', wallet, { updatedAtMs: 7 })]);

describe('a fresh write', () => {
  it('is recalled, alone and together', async () => {
    expect(await own.store.get('claim', claim)).toEqual(claim);
    expect(await own.store.get('movement', movement)).toEqual(movement);
    expect(await own.store.getBoth(walletRef, cardRef)).toEqual([wallet, card]);
    expect(await own.store.getThree(walletRef, cardRef, operationRef)).toEqual([wallet, card, operation]);
    expect(asked).toEqual([]);
  });

  it('is recalled in its last state', async () => {
    await own.store.commit([update('wallet', wallet, { updatedAtMs: 7 })]);
    expect(await own.store.get('wallet', { userId })).toEqual({
      ...wallet,
      updatedAtMs: 7,
      version: wallet.version + 1,
    });
    await own.store.commit([remove('card', card)]);
    expect(await own.store.get('card', card)).toBeUndefined();
    expect(asked).toEqual(['card']);
  });

  it('is recalled beside kinds that are always read', async () => {
    expect(await own.store.get('user', user)).toEqual(user);
    expect(await own.store.get('wallet', { userId })).toEqual(wallet);
    expect(asked).toEqual(['user']);
  });

  it('is recalled by its own work only: another one reads the table', async () => {
    const other = recallingWrites({ ...own, store: world.store });
    await interfere();
    expect(await other.store.get('wallet', { userId })).toMatchObject({ updatedAtMs: 7 });
    expect(await own.store.get('wallet', { userId })).toEqual(wallet);
  });
});

describe('nothing is recalled', () => {
  beforeEach(interfere);

  const expectNew = async () =>
    expect(await own.store.get('wallet', { userId })).toMatchObject({ updatedAtMs: 7, version: wallet.version + 1 });

  it('after a wait', async () => {
    await own.clock.sleep(1);
    await expectNew();
    await own.store.get('claim', claim);
    expect(asked).toEqual(['wallet', 'claim']);
  });

  it('after a write that failed', async () => {
    await expect(own.store.commit([update('wallet', wallet, {})])).rejects.toThrow('wallet stale');
    await expectNew();
  });

  it.each([
    ['an order was read', () => own.store.get('operation', { operationId: 'op_01M00000000000000000000000' })],
    ['two were read of which one was not recalled', () => own.store.getBoth(walletRef, { kind: 'user', key: user })],
    [
      'three were read of which one was not recalled',
      () => own.store.getThree(cardRef, walletRef, { kind: 'user', key: user }),
    ],
    ['several were read', () => own.store.getMany('operation', [operation])],
    ['cards were listed', () => own.store.listCards(userId)],
  ] as const)('of an order and its parties once %s', async (_, read) => {
    await read();
    await expectNew();
    await own.store.get('card', card);
    await own.store.get('operation', operation);
    expect(asked.slice(1)).toEqual(['wallet', 'card', 'operation']);
  });

  it('but a claim, whatever was read', async () => {
    await own.store.listCards(userId);
    expect(await own.store.get('claim', claim)).toEqual(claim);
    expect(asked).toEqual(['cards']);
  });
});

describe('a commit without an answer', () => {
  const next = { ...operation, operationId: 'op_01M00000000000000000000001' } as const;

  /** Commits an order to a store that does not answer; the order is stored only if `isDone`. */
  const commitInSilence = async (isDone: boolean, meanwhile = () => Promise.resolve()) => {
    const silent: Store = {
      ...world.store,
      async commit(writes) {
        if (isDone) await world.store.commit(writes);
        await meanwhile();
        throw new StoreUnavailable('timeout');
      },
    };
    own = recallingWrites({ ...world.services, store: silent });
    await own.store.commit([insert('operation', next)]);
  };

  it('counts as done if its order is in the table', async () => {
    await commitInSilence(true);
    expect(await own.store.get('operation', next)).toEqual(next);
  });

  it('stays unknown if its order is missing', () => expect(commitInSilence(false)).rejects.toThrow(StoreUnavailable));

  it('stays unknown once another process has moved the order', async () => {
    const move = () => world.store.commit([update('operation', next, { updatedAtMs: 7 })]);
    await expect(commitInSilence(true, move)).rejects.toThrow(StoreUnavailable);
  });

  it('stays unknown when it stores no order', async () => {
    const silent: Store = { ...world.store, commit: () => Promise.reject(new StoreUnavailable('timeout')) };
    const { store } = recallingWrites({ ...world.services, store: silent });
    await expect(store.commit([update('wallet', wallet, {})])).rejects.toThrow(StoreUnavailable);
  });
});

it('reads the settings of the platform once for many pieces of work', async () => {
  const reads = async () => {
    await readSteering(recallingWrites(own));
    return asked.filter((kind) => kind === 'settings').length;
  };
  expect([await reads(), await reads()]).toEqual([1, 1]);
});
