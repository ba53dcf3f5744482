import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { remove } from '#functions/ports/store.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import type { NewClaim } from '#functions/domain/idempotency/claim.ts';
import { acceptIssuerDeletion } from '#functions/domain/cards/accept-issuer-deletion.ts';
import { answerOperation } from '#functions/domain/operations/answer-operation.ts';
import { eventsOfChange } from '#functions/domain/notifications/events-of-change.ts';
import type { NotifiedEvent } from '#functions/domain/notifications/notified-event.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* An order that its request drives is listed once: with its end, or when its request leaves it to the sweeper. */

let world: MoneyWorld;
let user: User;
let card: Card;
let claim: NewClaim;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(50_000);
  card = await world.openCard(user);
  claim = { userId: user.userId, routeId: 'cards.load', keyHash: 'hash', requestHash: 'other' };
});

const orders = {
  load: () =>
    requestLoad(world.services, {
      user,
      cardId: card.cardId,
      requestedCents: cents(2_000),
      includesFee: false,
      claim,
      isSent: true,
    }),
  withdrawal: () =>
    requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(300), claim, isSent: true }),
  creation: () => requestCreation(world.services, { user, name: 'Travel', claim, isDriven: true }),
} as const;

const kinds = Object.keys(orders) as (keyof typeof orders)[];

const answer = (operationId: Id<'operation'>) =>
  answerOperation(world.services, user.userId, operationId, { pin: '0007' }, true);

const lineOf = (operationId: string): ActivityLine | undefined =>
  world.store.all('movement').find(({ subjectId }) => subjectId === operationId);

const calls = { load: 'load', withdrawal: 'unload', creation: 'createCard' } as const;

describe.each(kinds)('a %s that its request drives', (kind) => {
  it('is listed in the write of its end, once', async () => {
    const operationId = await orders[kind]();
    expect(lineOf(operationId)).toBeUndefined();
    await answer(operationId);
    const line = lineOf(operationId);
    expect(line).toMatchObject({ status: 'completed', version: 1, email: user.email, claimedBy: { keyHash: 'hash' } });
    expect(line?.balanceAfterCents).toBeTypeOf('number');
    expect(await world.store.get('operation', { operationId })).not.toHaveProperty('line.email');
    expectSoundBooks(world);
  });

  it('is listed as pending when its request stops waiting', async () => {
    const operationId = await orders[kind]();
    world.issuer.misbehave(calls[kind], { does: 'busy', retryAfterMs: 60_000 });
    const { operation } = await answer(operationId);
    expect(operation).toMatchObject({ status: 'pending' });
    expect(lineOf(operationId)).toMatchObject({ status: 'pending', paidCents: 0, version: 1 });
    expect((await world.store.get('operation', { operationId }))?.line).toBeUndefined();
  });

  it('is found, ended and listed by the sweep when its request died right after the hold', async () => {
    const operationId = await orders[kind]();
    for (let minute = 0; minute < 20; minute += 1) {
      world.clock.advance(60_000);
      await sweepOperations(world.services);
    }
    // A creation cannot be sent again: its 3DS code died with its request.
    expect(lineOf(operationId)?.status).toBe(kind === 'creation' ? 'failed' : 'completed');
    expectSoundBooks(world);
  });

  it('is no break while it is not listed, but a missing claim is', async () => {
    const operationId = await orders[kind]();
    const breaks = async () =>
      (await reconcile(world.services)).found.filter((found) => JSON.stringify(found).includes(operationId));
    expect(await breaks()).toEqual([]);
    await world.store.commit([remove('claim', claim)]);
    expect(await breaks()).toMatchObject([{ class: 'GAP', subject: `claim:${operationId}` }]);
  });
});

it('a load whose outcome is unknown is listed as pending when its request stops waiting, and ended in place', async () => {
  const operationId = await orders.load();
  world.issuer.transfersEnd = 'pending';
  await answer(operationId);
  expect(lineOf(operationId)).toMatchObject({ status: 'pending', version: 1 });
  const [transfer] = world.issuer.transfers.values();
  if (!transfer) throw new Error('it never left');
  transfer.state = 'successful';
  world.clock.advance(60_000);
  await sweepOperations(world.services);
  expect(lineOf(operationId)).toMatchObject({ status: 'completed', version: 2 });
});

it('an order without a request is listed with its hold', async () => {
  const command = { user, cardId: card.cardId, requestedCents: cents(2_000), includesFee: false, claim: undefined };
  const operationId = await requestLoad(world.services, command);
  expect(lineOf(operationId)).toMatchObject({ status: 'pending', version: 1 });
  expect((await world.store.get('operation', { operationId }))?.line).toBeUndefined();
});

describe.each(['load', 'withdrawal'] as const)('a %s that the issuer does not carry out', (kind) => {
  const ended = async (minutes: number): Promise<readonly NotifiedEvent[]> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      world.clock.advance(60_000);
      await sweepOperations(world.services);
    }
    expect(world.store.all('operation').find(({ kind: each }) => each === `card_${kind}`)?.state).toBe('released');
    return auditsIn(world.store).flatMap((after) => eventsOfChange({ kind: 'audit', after }));
  };

  it('is notified once where its owner was free to leave', async () => {
    const operationId = await orders[kind]();
    world.issuer.misbehave(calls[kind], { does: 'busy', retryAfterMs: 60_000 });
    await answer(operationId);
    world.issuer.transfersEnd = 'failed';
    expect(await ended(20)).toMatchObject([
      {
        userId: user.userId,
        kind: 'card_failed',
        title: kind === 'load' ? 'Your load of $20.00 failed' : 'Your withdrawal of $3.00 failed',
        body:
          'The card issuer did not carry it out. Nothing was charged. ' +
          (kind === 'load'
            ? '$21.60 is back in your balance.'
            : 'The money is still on your card, or in your balance if the card was deleted.'),
      },
    ]);
    expectSoundBooks(world);
  });

  it('is notified of without naming a place where the money is not, once its issuer has deleted the card', async () => {
    const operationId = await orders[kind]();
    world.issuer.misbehave(calls[kind], { does: 'busy', retryAfterMs: 60_000 });
    await answer(operationId);
    await acceptIssuerDeletion(world.services, card, 'too many declines');
    world.issuer.transfersEnd = 'failed';
    const [event] = await ended(20);
    expect((await world.card(card)).balanceCents).toBe(0);
    expect(event?.title).toContain('failed');
    expect(event?.body).toMatch(/in your balance( if the card was deleted)?\.$/);
    expectSoundBooks(world);
  });

  it('is not notified where its request answers with the failure', async () => {
    const operationId = await orders[kind]();
    world.issuer.transfersEnd = 'failed';
    await expect(answer(operationId)).rejects.toMatchObject({ code: 'ProviderRefused' });
    expect(await ended(0)).toEqual([]);
  });
});
