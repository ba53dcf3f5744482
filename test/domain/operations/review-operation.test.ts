import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { update } from '#functions/ports/store.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { decideOperation, type OperationDecision } from '#functions/domain/operations/decide-operation.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { nextReviewAtMs } from '#functions/domain/operations/review-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { describeActivityLine } from '#functions/domain/deposits/describe-deposit.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { goDark } from '#test/support/operation-in-review.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

const minute = 60_000;
const hour = 60 * minute;
let world: MoneyWorld;
let user: User;
let card: Card;
let admin: User;
let other: User;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(100_000);
  card = await world.openCard(user);
  admin = await world.cardholder(0, { role: 'admin' });
  other = await world.cardholder(0, { role: 'admin' });
});
afterEach(() => expectSoundBooks(world));

const load = (requestedCents = 5_000): Promise<Id<'operation'>> =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(requestedCents),
    includesFee: false,
    claim: undefined,
  });
const withdraw = (amountCents: number): Promise<Id<'operation'>> =>
  requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(amountCents), claim: undefined });
const drive = (operationId: Id<'operation'>): Promise<Operation> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() });
const stored = async (operationId: Id<'operation'>): Promise<Operation | undefined> =>
  world.store.get('operation', { operationId });

async function sweepFor(ms: number, everyMs = minute): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    world.clock.advance(everyMs);
    await sweepOperations(world.services);
  }
}

const darkDay = (): Promise<void> => sweepFor(25 * hour, 20 * minute);

/** Brings a load or withdrawal into review while the issuer is silent, and returns its id. */
async function inReview(begin: () => Promise<Id<'operation'>>): Promise<Id<'operation'>> {
  const operationId = await begin();
  goDark(world);
  await drive(operationId);
  await darkDay();
  expect((await stored(operationId))?.state).toBe('review');
  return operationId;
}

describe('an operation in review', () => {
  it.each([
    ['settles when its request had arrived', 'unheard', 'settled'],
    ['is released when its request had never arrived', 'lost', 'released'],
  ] as const)('%s, within an hour after a day without answers', async (_what, does, state) => {
    const operationId = await load();
    world.issuer.misbehave('load', { does });
    await drive(operationId);
    const { light } = goDark(world);
    await darkDay();
    expect((await stored(operationId))?.state).toBe('review');
    light();
    await sweepFor(hour);
    expect(await stored(operationId)).toMatchObject({ state, dueAtMs: undefined });
    expect((await world.wallet(user)).heldCents).toBe(0);
    expect((await world.card(card)).balanceCents).toBe(state === 'settled' ? 5_500 : 500);
    expect(world.issuer.calls['load']).toBe(1);
  });

  it('ends when its caller asks, not only when the sweeper does', async () => {
    const operationId = await load();
    world.issuer.misbehave('load', { does: 'unheard' });
    await drive(operationId);
    const { light } = goDark(world);
    await darkDay();
    light();
    expect((await drive(operationId)).state).toBe('settled');
  });

  it('stays in review when the issuer accepted it and no longer knows it', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    await darkDay();
    world.issuer.transfers.clear();
    await sweepFor(hour);
    expect(await stored(operationId)).toMatchObject({ state: 'review', isAccepted: true });
    expect(world.issuer.calls['load']).toBe(1);
  });

  it.each([
    [25 * hour, 30 * minute],
    [96 * hour - 1, 30 * minute],
    [96 * hour, 6 * hour],
    [30 * 24 * hour - 1, 6 * hour],
    [30 * 24 * hour, undefined],
  ])('is asked about again, %i ms after it began, in %s ms', (ageMs, waitMs) => {
    expect(nextReviewAtMs({ createdAtMs: 1_000 }, 1_000 + ageMs)).toBe(
      waitMs === undefined ? undefined : 1_000 + ageMs + waitMs,
    );
  });
});

describe('a decision on an operation in review', () => {
  const decide = (operationId: Id<'operation'>, changes: Partial<OperationDecision> = {}) =>
    decideOperation(world.services, {
      operationId,
      outcome: 'never',
      movedCents: undefined,
      reason: 'ticket 4711',
      actorId: admin.userId,
      ...changes,
    });

  it('releases what is held, with an audit record', async () => {
    const operationId = await inReview(load);
    const before = await world.wallet(user);
    expect(await decide(operationId)).toMatchObject({ endedBy: 'decision', operation: { state: 'released' } });
    const after = await world.wallet(user);
    expect([after.heldCents, after.availableCents - before.availableCents]).toEqual([0, 5_250]);
    const line = await world.store.get('movement', { userId: user.userId, subjectId: operationId });
    const failure = 'We found that it was not carried out. Nothing was charged.';
    expect(line).toMatchObject({ status: 'failed', failure });
    expect(line && describeActivityLine(line)).toMatchObject({ status: 'failed', failure });
    expect(auditsIn(world.store)).toMatchObject([
      {
        action: 'decide-operation',
        actorId: admin.userId,
        subjectId: user.userId,
        about: operationId,
        before: { state: 'review', amountCents: 5_000, feeCents: 250 },
        after: { outcome: 'never' },
        reason: 'ticket 4711',
      },
    ]);
  });

  it('settles a withdrawal with the moved amount', async () => {
    await drive(await load());
    const operationId = await inReview(() => withdraw(4_000));
    const before = await world.wallet(user);
    await decide(operationId, { outcome: 'happened', movedCents: cents(3_000) });
    expect((await world.wallet(user)).availableCents - before.availableCents).toBe(3_000);
    expect(await world.card(card)).toMatchObject({ balanceCents: 2_500, pendingOutCents: 0 });
    expect(auditsIn(world.store)).toMatchObject([{ after: { outcome: 'happened', movedCents: 3_000 } }]);
  });

  it('is not taken when the issuer by now reports the outcome', async () => {
    const operationId = await load();
    world.issuer.misbehave('load', { does: 'unheard' });
    await drive(operationId);
    const { light } = goDark(world);
    await darkDay();
    light();
    expect(await decide(operationId)).toMatchObject({ endedBy: 'issuer', operation: { state: 'settled' } });
    expect(auditsIn(world.store)).toMatchObject([{ action: 'operation-ended', after: { outcome: 'happened' } }]);
  });

  it('is refused while the issuer still works on the operation', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    await darkDay();
    await expect(decide(operationId)).rejects.toMatchObject({ code: 'Conflict' });
    expect((await stored(operationId))?.state).toBe('review');
  });

  it('needs an operation in review', async () => {
    const operationId = await load();
    await expect(decide(operationId)).rejects.toMatchObject({ code: 'Conflict' });
    await drive(operationId);
    await expect(decide(operationId)).rejects.toMatchObject({ code: 'Conflict' });
    await expect(decide('op_00000000000000000000000000')).rejects.toMatchObject({ code: 'NotFound' });
  });

  it.each([
    ['a person who is no admin', () => ({ actorId: user.userId }), 'Forbidden'],
    ['an admin without a reason', () => ({ reason: ' ' }), 'ValidationFailed'],
    ['an admin with a reason that nobody sees', () => ({ reason: '\u200b' }), 'ValidationFailed'],
    ['an amount for a load that never happened', () => ({ movedCents: cents(5_000) }), 'ValidationFailed'],
    ['another amount than was loaded', () => ({ outcome: 'happened', movedCents: cents(4_999) }), 'ValidationFailed'],
  ] as const)('is refused: %s', async (_who, changes, code) => {
    const operationId = await inReview(load);
    await expect(decide(operationId, changes())).rejects.toMatchObject({ code });
    expect(await stored(operationId)).toMatchObject({ state: 'review' });
    expect(auditsIn(world.store)).toEqual([]);
  });

  it('is refused to staff who only give support, alone and as the second', async () => {
    const operationId = await inReview(() => load(30_000));
    const { userId } = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
    await expect(decide(operationId, { actorId: userId })).rejects.toMatchObject({ code: 'Forbidden' });
    await decide(operationId);
    await expect(decide(operationId, { actorId: userId })).rejects.toMatchObject({ code: 'Forbidden' });
    expect(await stored(operationId)).toMatchObject({ state: 'review' });
  });

  it.each(['isSuspended', 'own'] as const)('is refused to an admin who is suspended or the owner: %s', async (why) => {
    const operationId = await inReview(load);
    const subject = why === 'own' ? user : admin;
    const found = await world.store.get('user', subject);
    if (!found) throw new Error('nobody is there');
    await world.store.commit([update('user', found, { role: 'admin', isSuspended: why === 'isSuspended' })]);
    await expect(decide(operationId, { actorId: subject.userId })).rejects.toMatchObject({ code: 'Forbidden' });
  });

  it('needs two different admins above $200, fee included, and names both', async () => {
    // $193.20 and a fee of $6.80 are $200.00.
    const small = await load(19_320);
    const large = await load(19_321);
    goDark(world);
    for (const operationId of [small, large]) await drive(operationId);
    await darkDay();
    expect((await decide(small)).operation.state).toBe('released');
    for (let times = 0; times < 2; times += 1)
      expect(await decide(large)).toMatchObject({ endedBy: undefined, operation: { state: 'review' } });
    expect(await decide(large, { actorId: other.userId })).toMatchObject({
      endedBy: 'decision',
      operation: { state: 'released', proposal: undefined, decision: { by: [admin.userId, other.userId] } },
    });
    // The repeated first call changed nothing and is not recorded.
    const records = auditsIn(world.store).filter(({ about }) => about === large);
    expect(records.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['propose-operation-decision', admin.userId],
      ['decide-operation', other.userId],
    ]);
  });

  it('counts as the second one only with the same outcome, after an admin who still is one', async () => {
    const operationId = await inReview(() => load(30_000));
    const waits = { endedBy: undefined, operation: { state: 'review' } };
    expect(await decide(operationId)).toMatchObject(waits);
    // Another outcome is a first decision of its own.
    expect(await decide(operationId, { actorId: other.userId, outcome: 'happened' })).toMatchObject(waits);
    const { userId } = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
    const found = await world.store.get('user', other);
    if (!found) throw new Error('nobody is there');
    await world.store.commit([update('user', found, { staffRole: 'support' })]);
    expect(await decide(operationId, { actorId: userId, outcome: 'happened' })).toMatchObject(waits);
    expect(await decide(operationId, { outcome: 'happened' })).toMatchObject({
      endedBy: 'decision',
      operation: { state: 'settled' },
    });
    expect(auditsIn(world.store).map(({ action }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => 'propose-operation-decision'),
      'decide-operation',
    ]);
  });

  it('counts as the second one only with the same moved amount', async () => {
    await drive(await load(40_000));
    const operationId = await inReview(() => withdraw(30_000));
    const waits = { endedBy: undefined, operation: { state: 'review' } };
    expect(await decide(operationId, { outcome: 'happened', movedCents: cents(1_000) })).toMatchObject(waits);
    expect(await decide(operationId, { outcome: 'happened', actorId: other.userId })).toMatchObject(waits);
    expect(await decide(operationId, { outcome: 'happened' })).toMatchObject({
      endedBy: 'decision',
      operation: { state: 'settled', decision: { movedCents: 30_000, by: [other.userId, admin.userId] } },
    });
  });

  it('is carried out once when two second admins take it at once', async () => {
    const operationId = await inReview(() => load(30_000));
    await decide(operationId);
    const third = await world.cardholder(0, { role: 'admin' });
    const both = [other, third].map(({ userId: actorId }) => decide(operationId, { actorId }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(auditsIn(world.store).filter(({ action }) => action === 'decide-operation')).toHaveLength(1);
    expect((await world.wallet(user)).heldCents).toBe(0);
  });

  it.each([0, 4_001])('cannot say that a withdrawal of 40 dollars moved %i cents', async (moved) => {
    await drive(await load());
    const operationId = await inReview(() => withdraw(4_000));
    const decision = { outcome: 'happened', movedCents: cents(moved) } as const;
    await expect(decide(operationId, decision)).rejects.toMatchObject({ code: 'ValidationFailed' });
  });
});
