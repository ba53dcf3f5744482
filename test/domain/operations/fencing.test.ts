import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Store } from '#functions/ports/store.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import type { Fault } from '#test/support/scripted-issuer.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/*
 * Two processes drive one operation. Nothing that the slower one learns or decides may undo what the faster one has
 * counted. Each test overtakes a process at the moment where that could do harm.
 */

let world: MoneyWorld;
let user: User;
let card: Card;
let operationId: Id<'operation'>;
beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  const request = { user, cardId: card.cardId, requestedCents: cents(5_000), includesFee: false, claim: undefined };
  operationId = await requestLoad(world.services, request);
});
afterEach(() => expectSoundBooks(world));

const drive = (services: Services = world.services): Promise<Operation> =>
  driveOperation(services, operationId, { untilMs: world.clock.now() });
const stored = async (): Promise<Operation | undefined> => world.store.get('operation', { operationId });

/** Runs the sweeper once a minute for 40 minutes: longer than a lost request may still take effect. */
async function sweep(): Promise<void> {
  for (let minute = 0; minute < 40; minute += 1) {
    world.clock.advance(60_000);
    await sweepOperations(world.services);
  }
}

/** Services of a process whose request is still on its way when another one drives the operation on. */
function overtakenOnTheWay(other: () => Promise<unknown>): Services {
  const { issuer } = world.services;
  let isFirst = true;
  const load: typeof issuer.load = async (command) => {
    if (isFirst) {
      isFirst = false;
      await other();
    }
    return issuer.load(command);
  };
  return { ...world.services, issuer: { ...issuer, load } };
}

/** Services of a process that has read the operation when another one drives it on. */
function overtakenAfterReading(other: () => Promise<unknown>): Services {
  const { store } = world;
  let isFirst = true;
  const get = (async (kind, key) => {
    const seen = await store.get(kind, key);
    if (kind === 'operation' && isFirst) {
      isFirst = false;
      await other();
    }
    return seen;
  }) as Store['get'];
  return { ...world.services, store: Object.assign(Object.create(store) as Store, { get }) };
}

describe('an answer that comes after another process has sent the same request, without a known outcome', () => {
  const declined: Fault = { does: 'declined', reason: 'rejected' };
  it.each<[string, Fault]>([
    ['a decline', declined],
    ['that its reference is known', { does: 'declined', reason: 'duplicate_reference' }],
    ['that the issuer is busy', { does: 'busy', retryAfterMs: 1_000 }],
    ['a fault', { does: 'fault' }],
    ['nothing', { does: 'lost' }],
  ])('decides nothing: %s', async (_what, answer) => {
    let arrive = (): void => undefined;
    world.issuer.misbehave('load', { does: 'late', arrive: (apply) => (arrive = apply) }, answer, declined, declined);
    const slower = overtakenOnTheWay(async () => {
      world.clock.advance(20_000);
      await drive();
    });
    await drive(slower);
    for (let minute = 0; minute < 3; minute += 1) {
      world.clock.advance(60_000);
      await sweepOperations(world.services);
    }
    expect((await stored())?.unresolvedAttempts).toBeGreaterThan(0);
    arrive();
    await sweep();
    expect((await stored())?.state).toBe('settled');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000 - 5_250, heldCents: 0 });
  });

  it('decides nothing when it is an acceptance: the other attempt stays counted', async () => {
    world.issuer.transfersEnd = 'pending';
    world.issuer.misbehave('load', { does: 'lost' });
    const slower = overtakenOnTheWay(async () => {
      world.clock.advance(20_000);
      await drive();
    });
    await drive(slower);
    expect((await stored())?.unresolvedAttempts).toBeGreaterThan(0);
  });
});

it('of two processes that read the same operation one sends it: one request per counted attempt', async () => {
  world.issuer.misbehave('load', { does: 'lost' }, { does: 'lost' });
  await drive(overtakenAfterReading(drive));
  expect(world.issuer.calls['load']).toBe(1);
  expect(await stored()).toMatchObject({ attempt: 1, unresolvedAttempts: 1 });
});

describe('a process that was frozen', () => {
  /** Services of a process that is frozen for this long right after it has stored an operation. */
  const frozenAfterCommit = (ms: number): Services => {
    const { store } = world;
    const commit: Store['commit'] = async (writes) => {
      await store.commit(writes);
      if (writes.some((write) => write.kind === 'operation')) world.clock.advance(ms);
    };
    return { ...world.services, store: Object.assign(Object.create(store) as Store, { commit }) };
  };
  const frozenAfterQuestion = (ms: number, meanwhile: () => void): Services => {
    const { issuer } = world.services;
    const readTransfer: typeof issuer.readTransfer = async (query) => {
      const answer = await issuer.readTransfer(query);
      world.clock.advance(ms);
      meanwhile();
      return answer;
    };
    return { ...world.services, issuer: { ...issuer, readTransfer } };
  };

  it('does not send a request that was counted more than a few seconds ago', async () => {
    await drive(frozenAfterCommit(5_000));
    expect(world.issuer.calls['load']).toBeUndefined();
    expect(await stored()).toMatchObject({ state: 'reserved', unresolvedAttempts: 0 });
    await sweep();
    expect(world.issuer.calls['load']).toBe(1);
    expect((await stored())?.state).toBe('settled');
  });

  it('sends a request that was counted under five seconds ago, with the time until which it may leave', async () => {
    let sendBeforeMs: number | undefined;
    const load = world.issuer.load.bind(world.issuer);
    world.issuer.load = (command) => ((sendBeforeMs = command.sendBeforeMs), load(command));
    const countedAtMs = world.clock.now();
    await drive(frozenAfterCommit(4_999));
    expect(world.issuer.calls['load']).toBe(1);
    expect(sendBeforeMs).toBe(countedAtMs + 5_000);
  });

  it('dates "not found" to when the issuer was asked, not to when its answer is read', async () => {
    let arrive = (): void => undefined;
    world.issuer.misbehave('load', { does: 'late', arrive: (apply) => (arrive = apply) });
    await drive();
    world.clock.advance(20_000);
    world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
    await drive();
    expect(await stored()).toMatchObject({ isDeclined: true, unresolvedAttempts: 1 });
    await drive(frozenAfterQuestion(16 * 60_000, () => arrive()));
    expect((await stored())?.state).not.toBe('released');
    await sweep();
    expect((await stored())?.state).toBe('settled');
  });
});
