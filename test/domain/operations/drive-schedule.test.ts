import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { StoreUnavailable, update, WriteConflict } from '#functions/ports/store.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { driveOperation, isTerminal } from '#functions/domain/operations/drive-operation.ts';
import { deadlineMs, lateEffectMs } from '#functions/domain/operations/operation-steps.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* The stored state of an operation, and the time of its next check: to the millisecond, at both sides of each limit. */

const minute = 60_000;
let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
});

const load = (): Promise<Id<'operation'>> =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(5_000),
    includesFee: false,
    claim: undefined,
  });

const create = (): Promise<Id<'operation'>> =>
  requestCreation(world.services, { user, name: 'Travel', claim: undefined });

const drive = (operationId: Id<'operation'>, forMs = 0, pin?: string): Promise<Operation> =>
  driveOperation(world.services, operationId, {
    untilMs: world.clock.now() + forMs,
    ...(pin === undefined ? {} : { secrets: { pin } }),
  });

async function stored(operationId: Id<'operation'>): Promise<Operation> {
  const operation = await world.store.get('operation', { operationId });
  if (!operation) throw new Error('it is not there');
  return operation;
}

/** Writes these changes into the stored operation. */
async function make(operationId: Id<'operation'>, changes: Partial<Operation>): Promise<void> {
  await world.store.commit([update('operation', await stored(operationId), changes)]);
}

describe('a new operation', () => {
  it('is due for the sweeper after 45 seconds and for a person after a day', async () => {
    const nowMs = world.clock.now();
    expect(await stored(await load())).toMatchObject({
      state: 'reserved',
      attempt: 0,
      unresolvedAttempts: 0,
      lastSubmitAtMs: 0,
      isAccepted: false,
      isDeclined: false,
      notBeforeMs: 0,
      dueAtMs: nowMs + 45_000,
      deadlineMs: nowMs + 24 * 60 * minute,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    });
  });

  it.each(['settled', 'released'] as const)('that is %s is terminal', (state) => {
    expect(isTerminal({ state })).toBe(true);
  });

  it.each(['reserved', 'submitted', 'review'] as const)('that is %s is not terminal', (state) => {
    expect(isTerminal({ state })).toBe(false);
  });

  it('that does not exist cannot be driven', async () => {
    await expect(drive('op_00000000000000000000000000')).rejects.toThrow(
      'no such operation: op_00000000000000000000000000',
    );
  });
});

describe('before a request leaves', () => {
  it('its attempt is counted in the table, with the time', async () => {
    const operationId = await load();
    world.clock.advance(1_000);
    const nowMs = world.clock.now();
    let seen: Operation | undefined;
    const { issuer } = world.services;
    const watching = {
      ...world.services,
      issuer: {
        ...issuer,
        load: async (command: Parameters<typeof issuer.load>[0]) => {
          seen = await stored(operationId);
          return issuer.load(command);
        },
      },
    };
    await driveOperation(watching, operationId, { untilMs: nowMs });
    expect(seen).toMatchObject({
      state: 'submitted',
      attempt: 1,
      unresolvedAttempts: 1,
      lastSubmitAtMs: nowMs,
      dueAtMs: nowMs + 45_000,
      updatedAtMs: nowMs,
      version: 2,
    });
  });
});

describe('an answer of the issuer is stored', () => {
  it('when it has accepted the request', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({ isAccepted: true, attempt: 1, unresolvedAttempts: 0 });
  });

  it('when it knows the reference already: an earlier request arrived, and is asked about', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'duplicate_reference' });
    const operationId = await load();
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({ state: 'submitted', isAccepted: true, unresolvedAttempts: 0 });
    expect((await world.wallet(user)).heldCents).toBe(5_250);
  });

  it('when it is busy: nothing began, and the request is sent when it allows that', async () => {
    world.issuer.misbehave('load', { does: 'busy', retryAfterMs: 90_000 });
    const operationId = await load();
    const nowMs = world.clock.now();
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({
      state: 'reserved',
      attempt: 1,
      unresolvedAttempts: 0,
      notBeforeMs: nowMs + 90_000,
      dueAtMs: nowMs + 90_000,
      reason: 'The card issuer is busy. We’ll complete this as soon as it allows.',
    });
    world.clock.advance(89_999);
    await drive(operationId);
    expect(world.issuer.calls['load']).toBe(1);
    world.clock.advance(1);
    expect((await drive(operationId)).state).toBe('settled');
  });

  it('when it is busy while an earlier request is open: the earlier one is still asked about', async () => {
    world.issuer.misbehave('load', { does: 'lost' }, { does: 'busy', retryAfterMs: 90_000 });
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(15_000);
    const nowMs = world.clock.now();
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({
      state: 'submitted',
      attempt: 2,
      unresolvedAttempts: 1,
      notBeforeMs: 0,
      dueAtMs: nowMs + 90_000,
    });
  });

  it('when the mistake is ours: the next attempt is in 15 minutes', async () => {
    world.issuer.misbehave('load', { does: 'fault' });
    const operationId = await load();
    const nowMs = world.clock.now();
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({
      state: 'reserved',
      unresolvedAttempts: 0,
      notBeforeMs: nowMs + 15 * minute,
      dueAtMs: nowMs + 15 * minute,
      reason: 'This is taking longer than usual. Our team is looking into it.',
    });
  });

  it('when the mistake is ours while an earlier request is open', async () => {
    world.issuer.misbehave('load', { does: 'lost' }, { does: 'fault' });
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(15_000);
    const nowMs = world.clock.now();
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({
      state: 'submitted',
      unresolvedAttempts: 1,
      notBeforeMs: 0,
      dueAtMs: nowMs + 15 * minute,
    });
  });

  it('when it declines while an earlier request is open: the earlier one decides', async () => {
    world.issuer.misbehave('load', { does: 'lost' }, { does: 'declined', reason: 'card_balance_limit' });
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(15_000);
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({
      state: 'submitted',
      attempt: 2,
      unresolvedAttempts: 1,
      isDeclined: true,
      reason: 'The card cannot hold that much. Nothing was charged.',
    });
  });

  it('when it was lost: the attempt stays open', async () => {
    world.issuer.misbehave('load', { does: 'lost' });
    const operationId = await load();
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({ state: 'submitted', unresolvedAttempts: 1, isAccepted: false });
  });
});

describe('a decline', () => {
  it('in unknown words is not believed while the issuer shows that the load was done', async () => {
    const { issuer } = world.services;
    const lying = {
      ...issuer,
      load: async (command: Parameters<typeof issuer.load>[0]) => {
        await issuer.load(command);
        return { outcome: 'declined', reason: 'rejected', detail: 'scripted' } as const;
      },
    };
    const operationId = await load();
    await driveOperation({ ...world.services, issuer: lying }, operationId, { untilMs: world.clock.now() + 5_000 });
    expect(await stored(operationId)).toMatchObject({ state: 'settled', attempt: 1 });
    expect((await world.wallet(user)).heldCents).toBe(0);
  });

  it('in unknown words is not final while the issuer cannot be asked', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
    world.issuer.misbehave('readTransfer', { does: 'lost' });
    const operationId = await load();
    expect((await drive(operationId)).state).toBe('submitted');
    expect(await stored(operationId)).toMatchObject({ isDeclined: true, unresolvedAttempts: 0 });
    world.clock.advance(lateEffectMs + 1);
    expect((await drive(operationId)).state).toBe('released');
  });

  it('in unknown words is final at once when the issuer knows no such load', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
    const operationId = await load();
    const beganAtMs = world.clock.now();
    expect((await drive(operationId)).state).toBe('released');
    expect(world.clock.now()).toBe(beganAtMs);
  });

  it('does not count when the issuer had accepted an attempt', async () => {
    const operationId = await load();
    // As if an earlier answer had accepted it; the operation is still sent again.
    await make(operationId, { isAccepted: true });
    world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
    expect((await drive(operationId)).state).toBe('submitted');
    expect((await world.wallet(user)).heldCents).toBe(5_250);
  });

  it('releases the load with the decline’s own words once late effects are over', async () => {
    world.issuer.misbehave('load', { does: 'lost' }, { does: 'declined', reason: 'card_balance_limit' });
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(15_000);
    await drive(operationId);
    const { lastSubmitAtMs } = await stored(operationId);
    world.clock.advance(lastSubmitAtMs + lateEffectMs - world.clock.now());
    expect((await drive(operationId)).state).toBe('submitted');
    world.clock.advance(1);
    expect(await drive(operationId)).toMatchObject({
      state: 'released',
      reason: 'The card cannot hold that much. Nothing was charged.',
    });
  });

  it('is final at the moment at which late effects are over', async () => {
    world.issuer.misbehave('load', { does: 'lost' }, { does: 'declined', reason: 'rejected' });
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(15_000);
    expect((await drive(operationId, 60 * minute)).state).toBe('released');
    expect(world.clock.now()).toBe((await stored(operationId)).lastSubmitAtMs + lateEffectMs + 1);
  });

  it('without stored words falls back to general ones', async () => {
    world.issuer.misbehave('load', { does: 'lost' });
    const operationId = await load();
    await drive(operationId);
    await make(operationId, { isDeclined: true, reason: undefined });
    world.clock.advance(lateEffectMs + 1);
    expect(await drive(operationId)).toMatchObject({
      state: 'released',
      reason: 'The card issuer declined it. Nothing was charged.',
    });
  });

  it('is never followed by another request', async () => {
    world.issuer.misbehave('load', { does: 'lost' }, { does: 'declined', reason: 'rejected' });
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(15_000);
    await drive(operationId);
    for (let step = 0; step < 20; step += 1) {
      world.clock.advance(minute);
      await drive(operationId, 5_000);
    }
    expect(world.issuer.calls['load']).toBe(2);
  });
});

describe('a lost request', () => {
  it('is sent again after fifteen seconds and not before', async () => {
    world.issuer.misbehave('load', { does: 'lost' }, { does: 'lost' });
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(14_999);
    await drive(operationId);
    expect(world.issuer.calls['load']).toBe(1);
    world.clock.advance(1);
    await drive(operationId);
    expect(world.issuer.calls['load']).toBe(2);
    expect(await stored(operationId)).toMatchObject({ attempt: 2, unresolvedAttempts: 2 });
  });

  it('of a creation is never sent again, PIN or no PIN', async () => {
    world.issuer.misbehave('createCard', { does: 'lost' });
    const operationId = await create();
    await drive(operationId, 0, '1234');
    for (let step = 0; step < 14; step += 1) {
      world.clock.advance(minute);
      await drive(operationId, 5_000, '1234');
    }
    expect(world.issuer.calls['createCard']).toBe(2);
    expect((await stored(operationId)).state).toBe('submitted');
  });

  it('of a creation is given up a moment after it can take effect no more', async () => {
    world.issuer.misbehave('createCard', { does: 'lost' });
    const operationId = await create();
    await drive(operationId, 0, '1234');
    const { lastSubmitAtMs } = await stored(operationId);
    world.clock.advance(lastSubmitAtMs + lateEffectMs - world.clock.now());
    expect((await drive(operationId)).state).toBe('submitted');
    world.clock.advance(1);
    expect(await drive(operationId)).toMatchObject({
      state: 'released',
      reason: 'The card issuer never received it. Nothing was charged.',
    });
  });

  it('of a creation may take effect for the same time after it left, however late it left', async () => {
    world.issuer.misbehave('createCard', { does: 'lost' });
    const operationId = await create();
    world.clock.advance(55_000);
    await drive(operationId, 0, '1234');
    const { createdAtMs, lastSubmitAtMs } = await stored(operationId);
    expect(lastSubmitAtMs).toBeGreaterThan(createdAtMs);
    world.clock.advance(createdAtMs + lateEffectMs + 1_000 - world.clock.now());
    expect((await drive(operationId)).state).toBe('submitted');
  });

  it('of a creation whose card the issuer made and deleted is given up at once', async () => {
    world.issuer.misbehave('createCard', { does: 'unheard' });
    const operationId = await create();
    await drive(operationId, 0, '1234');
    const { cardId } = await stored(operationId);
    const made = [...world.issuer.cards.values()].filter((each) => each.cardId === cardId);
    expect(made).toHaveLength(1);
    world.issuer.deleteCard(made[0]?.issuerCardId ?? '');
    world.clock.advance(minute);
    expect(await drive(operationId)).toMatchObject({
      state: 'released',
      reason: 'The card issuer did not carry it out. Nothing was charged.',
    });
    expect((await world.wallet(user)).heldCents).toBe(0);
  });
});

describe('a creation whose process died before its request left', () => {
  it('waits a minute for a request with the PIN, and is then released', async () => {
    const operationId = await create();
    world.clock.advance(minute - 1);
    expect((await drive(operationId)).state).toBe('reserved');
    world.clock.advance(1);
    expect(await drive(operationId)).toMatchObject({
      state: 'released',
      reason: 'It was interrupted before it began. Nothing was charged; please try again.',
    });
  });
});

describe('after a day', () => {
  it('the hold of a request that was never sent is released', async () => {
    const operationId = await load();
    world.clock.advance(deadlineMs);
    world.issuer.misbehave('load', { does: 'busy', retryAfterMs: 1_000 });
    expect((await drive(operationId)).state).toBe('reserved');
    world.clock.advance(1_000);
    expect(await drive(operationId)).toMatchObject({
      state: 'released',
      reason: 'The card issuer could not be reached for a day. Nothing was charged.',
    });
    expect((await world.wallet(user)).heldCents).toBe(0);
  });

  it.each([
    ['with an unknown outcome', { unresolvedAttempts: 1 }],
    ['accepted by the issuer', { isAccepted: true }],
  ])('a request that was sent, %s, keeps its hold and goes to a person', async (_what, changes) => {
    const operationId = await load();
    await make(operationId, changes);
    world.clock.advance(deadlineMs + 1);
    world.issuer.misbehave('readTransfer', { does: 'lost' });
    expect(await drive(operationId)).toMatchObject({
      state: 'review',
      dueAtMs: world.clock.now() + 30 * 60_000,
      reason: 'The card issuer hasn’t confirmed it for a day. We keep asking, and our team is looking into it.',
      updatedAtMs: world.clock.now(),
    });
    expect((await world.wallet(user)).heldCents).toBe(5_250);
  });
});

describe('while the issuer works on it', () => {
  it('it is asked four times a second at first, then every second, then every ten seconds', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    const { issuer } = world.services;
    const beganMs = world.clock.now();
    const askedAtMs: number[] = [];
    const watching = {
      ...world.services,
      issuer: {
        ...issuer,
        readTransfer: async (query: Parameters<typeof issuer.readTransfer>[0]) => {
          askedAtMs.push(world.clock.now() - beganMs);
          return issuer.readTransfer(query);
        },
      },
    };
    await driveOperation(watching, operationId, { untilMs: beganMs + 40_000 });
    expect(askedAtMs).toEqual([
      0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000,
      20_000, 30_000, 40_000,
    ]);
  });

  it.each([
    [0, 5_000],
    [29_999, 5_000],
    [30_000, 20_000],
    [2 * minute - 1, 20_000],
    [2 * minute, minute],
    [10 * minute - 1, minute],
    [10 * minute, 5 * minute],
    [60 * minute - 1, 5 * minute],
    [60 * minute, 15 * minute],
    [20 * 60 * minute, 15 * minute],
  ])('and the operation is %i ms old, the sweeper comes back in %i ms', async (ageMs, waitMs) => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(ageMs);
    await make(operationId, { dueAtMs: world.clock.now() });
    const { version } = await stored(operationId);
    const operation = await drive(operationId, -1);
    expect((await stored(operationId)).dueAtMs).toBe(world.clock.now() + waitMs);
    expect((await stored(operationId)).version).toBe(version + 1);
    expect(operation.state).toBe('submitted');
  });

  it('a next check that is set for later stays', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    const dueAtMs = world.clock.now() + 1_001;
    await make(operationId, { dueAtMs });
    await drive(operationId, -1);
    expect((await stored(operationId)).dueAtMs).toBe(dueAtMs);
    world.clock.advance(1);
    await drive(operationId, -1);
    expect((await stored(operationId)).dueAtMs).toBe(world.clock.now() + 5_000);
  });

  it('an operation that may not be sent yet is not due before that', async () => {
    const operationId = await load();
    const notBeforeMs = world.clock.now() + 7 * minute;
    await make(operationId, { notBeforeMs, dueAtMs: world.clock.now() });
    await drive(operationId, 0);
    expect((await stored(operationId)).dueAtMs).toBe(notBeforeMs);
    expect(world.issuer.calls['load']).toBeUndefined();
  });

  it('an operation that may not be sent yet is sent by a waiting caller at the first allowed moment', async () => {
    const operationId = await load();
    const notBeforeMs = world.clock.now() + 1_000;
    await make(operationId, { notBeforeMs });
    expect(await drive(operationId, 5_000)).toMatchObject({ state: 'settled', lastSubmitAtMs: notBeforeMs });
  });

  it('an operation that was sent is checked although it may not be sent again yet', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    await make(operationId, { notBeforeMs: world.clock.now() + 7 * minute, dueAtMs: world.clock.now() });
    await drive(operationId, -1);
    expect((await stored(operationId)).dueAtMs).toBe(world.clock.now() + 5_000);
  });
});

describe('the end', () => {
  it('is stored in the operation and in its activity line', async () => {
    const operationId = await load();
    await drive(operationId);
    expect(await stored(operationId)).toMatchObject({
      state: 'settled',
      reason: undefined,
      dueAtMs: undefined,
      unresolvedAttempts: 0,
      updatedAtMs: world.clock.now(),
    });
    const [line] = world.store.all('movement').filter(({ subjectId }) => subjectId === operationId);
    expect(line).toMatchObject({ status: 'completed', paidCents: 5_250 });
  });

  it('that cannot be posted leaves the operation open', async () => {
    const operationId = await load();
    const wallet = await world.wallet(user);
    // A person removed the hold by hand.
    await world.store.commit([update('wallet', wallet, { heldCents: cents(0) })]);
    await expect(drive(operationId)).rejects.toThrow('card_load_settled would make held negative');
    expect((await stored(operationId)).state).toBe('submitted');
  });

  it('of a failed operation is shown in the activity list too', async () => {
    world.issuer.transfersEnd = 'failed';
    const operationId = await load();
    expect(await drive(operationId)).toMatchObject({
      state: 'released',
      reason: 'The card issuer did not carry it out. Nothing was charged.',
    });
    const [line] = world.store.all('movement').filter(({ subjectId }) => subjectId === operationId);
    expect(line).toMatchObject({ status: 'failed', paidCents: 0 });
    expect(await world.card(card)).toMatchObject({ pendingInCents: 0, balanceCents: 500 });
  });
});

describe('a process that is overtaken', () => {
  const overtaken = (): never => {
    throw new WriteConflict([{ kind: 'operation', reason: 'stale' }]);
  };

  it('waits a random time that grows with each conflict, at most a quarter of a second', async () => {
    const operationId = await load();
    const bounds: number[] = [];
    const below = (bound: number): number => {
      bounds.push(bound);
      return 1;
    };
    world.store.beforeCommit = () => {
      if (bounds.length < 12) overtaken();
    };
    const needs = { ...world.services, random: { ...world.services.random, below } };
    const untilMs = world.clock.now() + 5_000;
    expect((await driveOperation(needs, operationId, { untilMs })).state).toBe('settled');
    expect(bounds).toEqual([70, 90, 110, 130, 150, 170, 190, 210, 230, 250, 250, 250]);
  });

  it('leaves the next check to the process that overtook it', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(minute);
    world.store.beforeCommit = overtaken;
    expect((await drive(operationId)).state).toBe('submitted');
  });

  it('does not treat a failing store as a conflict', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    world.clock.advance(minute);
    world.store.beforeCommit = () => {
      throw new StoreUnavailable('killed');
    };
    await expect(drive(operationId)).rejects.toThrow('the store did not answer');
  });
});
