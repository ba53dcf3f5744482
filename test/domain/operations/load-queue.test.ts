import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { describeOperation } from '#functions/domain/cards/describe-card.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { answerOperation } from '#functions/domain/operations/answer-operation.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { expectedAtMs } from '#functions/domain/operations/load-queue.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

const minute = 60_000;
let world: MoneyWorld;
let user: User;
let card: Card;
/** Loads in the order in which the issuer took them. */
let taken: string[];

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(100_000);
  card = await world.openCard(user);
  taken = [];
  limitTo(5 * minute);
});
afterEach(() => expectSoundBooks(world));

/** Makes the issuer take one load of a card per this many milliseconds, as the real one does. */
function limitTo(everyMs: number): void {
  const load = world.issuer.load.bind(world.issuer);
  const lastAtMs = new Map<string, number>();
  world.issuer.load = async (command) => {
    const waitMs = (lastAtMs.get(command.issuerCardId) ?? -Infinity) + everyMs - world.clock.now();
    if (waitMs > 0) return { outcome: 'not_processed', retryAfterMs: everyMs, detail: 'one in five minutes' };
    lastAtMs.set(command.issuerCardId, world.clock.now());
    taken.push(command.reference);
    return load(command);
  };
}

const load = (of: Card = card): Promise<Id<'operation'>> =>
  requestLoad(world.services, {
    user,
    cardId: of.cardId,
    requestedCents: cents(1_000),
    includesFee: false,
    claim: undefined,
  });
const drive = (operationId: Id<'operation'>): Promise<Operation> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() });
const stateOf = async (operationId: Id<'operation'>): Promise<Operation['state'] | undefined> =>
  (await world.store.get('operation', { operationId }))?.state;

describe('loads that wait for one card', () => {
  it('leave in the order of their requests, in any order of driving, all within the hour', async () => {
    const asked: Id<'operation'>[] = [];
    for (let times = 0; times < limits.loadsUnderWayMax; times += 1) {
      asked.push(await load());
      world.clock.advance(1_000);
    }
    for (const operationId of asked.toReversed()) await drive(operationId);
    for (let passed = 0; passed < 60; passed += 1) {
      world.clock.advance(minute);
      await sweepOperations(world.services);
    }
    expect(taken).toEqual(asked);
    expect(await Promise.all(asked.map(stateOf))).toEqual(asked.map(() => 'settled'));
    expect((await world.card(card)).loadQueue).toEqual([]);
  });

  it('do not wait for those of another card', async () => {
    const other = await world.openCard(user);
    const [first, second] = [await load(), await load()];
    const third = await load(other);
    for (const operationId of [third, second, first]) await drive(operationId);
    expect(taken).toEqual([third, first]);
  });

  it('do not pass a load whose answer is still on its way: the issuer may be busy', async () => {
    const [first, second] = [await load(), await load()];
    const { issuer } = world;
    const before = issuer.load.bind(issuer);
    issuer.load = async (command) => {
      issuer.load = before;
      world.clock.advance(14_000);
      await drive(second);
      expect(taken).toEqual([]);
      return before(command);
    };
    await drive(first);
    expect(taken).toEqual([first]);
  });

  it('pass a load that had no answer for a few minutes', async () => {
    world.issuer.misbehave('load', { does: 'lost' });
    world.issuer.misbehave('readTransfer', ...Array.from({ length: 6 }, () => ({ does: 'lost' }) as const));
    const [first, second] = [await load(), await load()];
    await drive(first);
    world.clock.advance(15_000);
    expect((await drive(second)).state).toBe('reserved');
    world.clock.advance(5 * minute);
    await drive(second);
    expect(taken).toEqual([first, second]);
  });

  it('go on after a load that failed', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    const [first, second] = [await load(), await load()];
    expect((await drive(first)).state).toBe('released');
    expect((await world.card(card)).loadQueue).toEqual([second]);
    // The end of a load makes the next one due at once.
    world.clock.advance(5 * minute);
    await sweepOperations(world.services);
    expect(await stateOf(second)).toBe('settled');
  });

  it.each([
    ['its owner', { desired: 'frozen' }],
    ['its declines', { desired: 'frozen', reason: 'declines' }],
  ] as const)('are released with CardNotActive when the card is frozen by %s meanwhile', async (_who, want) => {
    const asked = [await load(), await load(), await load()];
    for (const operationId of asked) await drive(operationId);
    expect(taken).toEqual(asked.slice(0, 1));
    await setDesiredState(world.services, { ...card, ...want });
    for (let passed = 0; passed < 5; passed += 1) {
      world.clock.advance(minute);
      await sweepOperations(world.services);
    }
    // The issuer is not asked: an issuer that loads frozen cards would carry them out.
    expect(taken).toEqual(asked.slice(0, 1));
    for (const operationId of asked.slice(1)) {
      expect(await world.store.get('operation', { operationId })).toMatchObject({
        state: 'released',
        declineReason: 'card_frozen',
        reason: 'The card was frozen before it could be loaded. Nothing was charged.',
      });
      await expect(answerOperation(world.services, user.userId, operationId, {})).rejects.toMatchObject({
        code: 'CardNotActive',
      });
    }
    expect(await world.wallet(user)).toMatchObject({ heldCents: 0 });
    expect(await world.card(card)).toMatchObject({ loadQueue: [], pendingInCents: 0 });
  });

  it('that are declined in unknown words are called card_frozen only if the card is frozen', async () => {
    const refuse = (): void => world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
    refuse();
    expect(await drive(await load())).toMatchObject({ state: 'released', declineReason: 'rejected' });
    const { issuer } = world;
    const before = issuer.load.bind(issuer);
    issuer.load = async (command) => {
      await setDesiredState(world.services, { ...card, desired: 'frozen' });
      return before(command);
    };
    refuse();
    world.clock.advance(5 * minute);
    expect(await drive(await load())).toMatchObject({ state: 'released', declineReason: 'card_frozen' });
  });

  it('are as many as the issuer takes in an hour: a further one is refused, and holds nothing', async () => {
    for (let times = 0; times < limits.loadsUnderWayMax; times += 1) await load();
    const before = await world.wallet(user);
    await expect(load()).rejects.toMatchObject({
      code: 'TooManyRequests',
      retryAfterSeconds: 360,
      message: expect.stringMatching(/^10 loads of this card are under way.*in 6 minutes\.$/),
    });
    expect(await world.wallet(user)).toEqual(before);
  });
});

describe('why a load waits', () => {
  const reasonOf = async (operationId: Id<'operation'>): Promise<string | null | undefined> => {
    const operation = await world.store.get('operation', { operationId });
    return operation && describeOperation(operation, await world.card(card), world.clock.now())?.reason;
  };

  it('is reported at every read, until the load leaves', async () => {
    const [first, second, third] = [await load(), await load(), await load()];
    const every = 'The card issuer takes one load of a card every few minutes';
    expect(await Promise.all([first, second, third].map(reasonOf))).toEqual([
      null,
      `${every}, and another one was asked for before.`,
      `${every}, and 2 others were asked for before.`,
    ]);
    await drive(first);
    expect(await Promise.all([first, second, third].map(reasonOf))).toEqual([
      null,
      `${every}.`,
      `${every}, and another one was asked for before.`,
    ]);
    await drive(second);
    expect(await reasonOf(second)).toBe('The card issuer is busy. We’ll complete this as soon as it allows.');
    world.clock.advance(5 * minute);
    await drive(second);
    expect(await reasonOf(second)).toBeNull();
  });
});

describe('when a load is expected', () => {
  it('is in the reply of a waiting load', async () => {
    const [first, second, third] = [await load(), await load(), await load()];
    const nowMs = world.clock.now();
    await drive(first);
    const reasonOf = (await answerOperation(world.services, user.userId, third, {})).operation;
    expect(reasonOf).toMatchObject({ status: 'pending', kind: 'card_load' });
    const expected = Date.parse(reasonOf?.estimatedAt ?? '');
    expect(expected).toBeGreaterThanOrEqual(nowMs + 2 * limits.loadEveryMs);
    expect(expected).toBeLessThanOrEqual(world.clock.now() + 3 * limits.loadEveryMs);
    expect((await answerOperation(world.services, user.userId, second, {})).operation?.status).toBe('pending');
  });

  const queue = ['op_1', 'op_2'] as const;
  const waiting = { operationId: 'op_2', kind: 'card_load', state: 'reserved', notBeforeMs: 0 } as const;
  it.each([
    [{ loadQueue: queue }, waiting, 1_000 + limits.loadEveryMs],
    [{ loadQueue: queue, lastLoadAtMs: 500 }, waiting, 500 + 2 * limits.loadEveryMs],
    [{ loadQueue: ['op_2'] as const }, { ...waiting, notBeforeMs: 9_000 }, 9_000],
    [{ loadQueue: ['op_2'] as const, lastLoadAtMs: 900 }, { ...waiting, state: 'submitted' } as const, 1_000],
    [{ loadQueue: queue }, { ...waiting, state: 'settled' } as const, undefined],
    [{ loadQueue: queue }, { ...waiting, state: 'review' } as const, undefined],
    [{ loadQueue: queue }, { ...waiting, kind: 'card_withdrawal' } as const, undefined],
  ])('for the card %j and the operation %j is %s', (of, operation, expected) => {
    expect(expectedAtMs(of, operation, 1_000)).toBe(expected);
  });
});
