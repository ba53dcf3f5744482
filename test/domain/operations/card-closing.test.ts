import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Movement } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { update } from '#functions/ports/store.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { catchUpCards } from '#functions/domain/cards/catch-up-cards.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { requestClosing } from '#functions/domain/cards/request-closing.ts';
import { wantCard } from '#functions/domain/cards/want-card.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* Deleting a card, fault by fault: what is left reaches the balance once, and the card's place is free once. */

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  await spend(430);
});

afterEach(() => expectSoundBooks(world));

/** Leaves so much less on the card. */
async function spend(amountCents: number): Promise<void> {
  const bought = world.issuer.charge(issuerCardId(), amountCents, `P-${world.issuer.transactions.length}`);
  await catchUpCard(world.services, card, bought.reference);
}

const issuerCardId = (): string => card.issuerCardId ?? '';

const remove = (): Promise<Id<'operation'>> =>
  requestClosing(world.services, { user, cardId: card.cardId, claim: undefined });

const drive = (operationId: Id<'operation'>, forMs = 5_000): Promise<Operation> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() + forMs });

async function sweepFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.clock.advance(60_000);
    await sweepOperations(world.services);
  }
}

/** Everybody's view of a deleted card from which 70 cents were left. */
async function expectDeleted(availableCents = 18_070): Promise<void> {
  expect(await world.wallet(user)).toMatchObject({ availableCents, heldCents: 0, debtCents: 0, cardCount: 0 });
  expect(await world.card(card)).toMatchObject({ lifecycle: 'deleted', balanceCents: 0, pendingOutCents: 0 });
  expect(world.issuer.cards.get(issuerCardId())).toMatchObject({ isDeleted: true, bookBalanceCents: 0 });
}

/** What came while the card was being deleted is a line of its own in the list of movements, under the deletion's cause. */
async function expectRest(operationId: Id<'operation'>, line: Partial<Movement>): Promise<void> {
  expect(world.store.all('movement').find(({ kind }) => kind === line.kind)).toMatchObject({
    ...line,
    description: 'Rest of the deleted card Everyday •••• 4444',
  });
  expect(await world.store.get('journal', { journalId: `${operationId}:settled:emptied` })).toMatchObject({
    cause: `${operationId}:settled`,
  });
}

async function expectAsBefore(): Promise<void> {
  expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000, cardCount: 1 });
  expect(await world.card(card)).toMatchObject({ lifecycle: 'open', balanceCents: 70, pendingOutCents: 0 });
}

describe('deleting a card', () => {
  it('takes off what is left, then closes it, then frees its place', async () => {
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
    expect(world.issuer.calls).toMatchObject({ unload: 1, close: 1 });
  });

  it('shows what was taken off in the history of the card and in the list of movements', async () => {
    const operationId = await remove();
    await drive(operationId);
    expect(world.store.all('cardTransaction').at(-1)).toMatchObject({
      reference: operationId,
      kind: 'closing',
      direction: 'debit',
      amountCents: 70,
      description: 'Moved to balance',
      atMs: world.clock.now(),
    });
    expect(await world.store.get('movement', { userId: user.userId, subjectId: operationId })).toMatchObject({
      status: 'completed',
      paidCents: 70,
    });
  });

  it('shows that it came to nothing', async () => {
    world.issuer.transfersEnd = 'failed';
    const operationId = await remove();
    expect((await drive(operationId)).state).toBe('released');
    expect(await world.store.get('movement', { userId: user.userId, subjectId: operationId })).toMatchObject({
      status: 'failed',
      paidCents: 0,
    });
  });

  it.each(['findCard', 'readTransfer', 'close'] as const)(
    'goes on when the issuer answers again that did not answer to %s',
    async (call) => {
      world.issuer.misbehave(call, { does: 'lost' }, { does: 'lost' }, { does: 'lost' });
      const operationId = await remove();
      await drive(operationId);
      await sweepFor(3);
      expect(world.store.all('operation').find((each) => each.operationId === operationId)?.state).toBe('settled');
      expect(world.issuer.calls['unload']).toBe(1);
      await expectDeleted();
    },
  );

  it('closes an empty one without taking anything off', async () => {
    await spend(70);
    const operationId = await remove();
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(18_000);
    expect(world.issuer.calls['unload']).toBeUndefined();
    expect(world.store.all('movement').find(({ subjectId }) => subjectId === operationId)?.status).toBe('completed');
  });

  it('works on a frozen card', async () => {
    await wantCard(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
  });

  it('closes one that the issuer does not unload with its rest on it, which returns to our float', async () => {
    world.issuer.misbehave('unload', { does: 'declined', reason: 'rejected' });
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
  });

  it.each(['unload', 'close'] as const)('survives that the answer of %s is lost after it happened', async (call) => {
    world.issuer.misbehave(call, { does: 'unheard' });
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
  });

  it.each(['unload', 'close'] as const)('survives that the request of %s is lost on its way', async (call) => {
    world.issuer.misbehave(call, { does: 'lost' });
    const operationId = await remove();
    await drive(operationId);
    await sweepFor(3);
    expect((await drive(operationId, 0)).state).toBe('settled');
    await expectDeleted();
  });

  it('of an empty card survives that its only call is lost, or not heard', async () => {
    await spend(70);
    world.issuer.misbehave('close', { does: 'lost' }, { does: 'unheard' });
    const operationId = await remove();
    await drive(operationId);
    await sweepFor(3);
    expect((await drive(operationId, 0)).state).toBe('settled');
    await expectDeleted(18_000);
  });

  it.each([1, 2, 3])('survives a death at its write number %i', async (deadly) => {
    const operationId = await remove();
    let writes = 0;
    world.store.beforeCommit = () => {
      writes += 1;
      if (writes === deadly) throw new Error('killed');
    };
    await drive(operationId).catch(() => undefined);
    world.store.beforeCommit = undefined;
    await sweepFor(3);
    await expectDeleted();
    expect(world.issuer.transfers.size).toBe(1);
  });

  it('is finished by the sweeper when its process dies right after the intent', async () => {
    await remove();
    await sweepFor(2);
    await expectDeleted();
  });

  it('happens once however many drive it at the same time', async () => {
    const operationId = await remove();
    await Promise.all(Array.from({ length: 20 }, () => drive(operationId)));
    await expectDeleted();
  });

  it('gives the card back as it was when a purchase was faster than the last cents', async () => {
    world.issuer.misbehave('unload', { does: 'declined', reason: 'card_insufficient_funds' });
    expect((await drive(await remove())).state).toBe('released');
    await expectAsBefore();
    expect((await drive(await remove())).state).toBe('settled');
  });

  it('gives the card back when the issuer accepts the rest and fails it later', async () => {
    world.issuer.transfersEnd = 'failed';
    expect((await drive(await remove())).state).toBe('released');
    await expectAsBefore();
  });

  it.each([1, 49, 50])('gives the card back with its %i cents, however few', async (restCents) => {
    await spend(70 - restCents);
    world.issuer.transfersEnd = 'failed';
    expect((await drive(await remove())).state).toBe('released');
    expect(await world.card(card)).toMatchObject({ lifecycle: 'open', balanceCents: restCents, pendingOutCents: 0 });
  });

  it('does not close it before its rest has left', async () => {
    world.issuer.transfersEnd = 'pending';
    expect((await drive(await remove())).state).toBe('submitted');
    expect(world.issuer.calls['close']).toBeUndefined();
  });

  it('is done although its holder’s list leaves out deleted cards', async () => {
    world.issuer.misbehave('close', { does: 'unheard' });
    const findCard = world.issuer.findCard.bind(world.issuer);
    world.issuer.findCard = async (query) => {
      const listed = await findCard(query);
      const isGone = listed.outcome === 'success' && listed.value?.isDeleted === true;
      return isGone ? { outcome: 'success', value: undefined } : listed;
    };
    const operationId = await remove();
    await drive(operationId);
    await sweepFor(3);
    await expectDeleted();
  });

  it('gives the card back when the issuer does not close it', async () => {
    await spend(70);
    world.issuer.misbehave('close', { does: 'declined', reason: 'rejected' });
    expect((await drive(await remove())).state).toBe('released');
    expect(await world.card(card)).toMatchObject({ lifecycle: 'open', balanceCents: 0 });
  });

  it('is done when the issuer says that it was done before', async () => {
    await spend(70);
    world.issuer.deleteCard(issuerCardId());
    world.issuer.misbehave('close', { does: 'declined', reason: 'rejected' });
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted(18_000);
  });

  it('lets nobody else have the card meanwhile', async () => {
    world.issuer.transfersEnd = 'pending';
    await drive(await remove());
    await expect(remove()).rejects.toMatchObject({ code: 'Conflict' });
    const key = { userId: user.userId, cardId: card.cardId };
    for (const desired of ['active', 'frozen'] as const)
      await expect(wantCard(world.services, { ...key, desired })).rejects.toMatchObject({ code: 'CardNotActive' });
  });

  it('does not set the card going on its way out, though its owner wanted that before', async () => {
    await world.store.commit([
      update('card', await world.card(card), { actual: 'frozen', dueAtMs: world.clock.now() }),
    ]);
    world.issuer.transfersEnd = 'pending';
    await drive(await remove());
    await sweepFor(2);
    expect(world.issuer.calls['unfreeze']).toBeUndefined();
  });

  it('is not disturbed by a card that the issuer froze meanwhile: what its owner wants stays', async () => {
    await remove();
    await world.services.issuer.freeze(issuerCardId());
    const before = await world.card(card);
    await refreshCard(world.services, card, { claim: 'frozen', reason: '' });
    expect(await world.card(card)).toEqual(before);
  });

  it('is left to its operation when the issuer tells that the card is deleted', async () => {
    world.issuer.misbehave('close', { does: 'unheard' });
    const operationId = await remove();
    const { issuer } = world.services;
    const told = {
      ...issuer,
      close: async (id: string) => {
        const answer = await issuer.close(id);
        await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
        return answer;
      },
    };
    await driveOperation({ ...world.services, issuer: told }, operationId, { untilMs: world.clock.now() + 5_000 });
    await sweepFor(2);
    await expectDeleted();
  });

  it('gives the balance a refund that came while it was being deleted', async () => {
    const operationId = await remove();
    const refund = world.issuer.refund(issuerCardId(), 1_000, 'P-1_REVERSAL');
    await catchUpCard(world.services, card, refund.reference);
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(19_070);
    await expectRest(operationId, { kind: 'card_refund', direction: 'credit', paidCents: cents(1_000) });
  });

  it('takes from the balance what was captured while it was being deleted', async () => {
    const operationId = await remove();
    const capture = world.issuer.charge(issuerCardId(), 1_000, 'FORCED');
    await catchUpCard(world.services, card, capture.reference);
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(17_070);
    await expectRest(operationId, { kind: 'card_charge', direction: 'debit', paidCents: cents(1_000) });
  });
});

describe('a card that was deleted', () => {
  beforeEach(async () => {
    await drive(await remove());
    await expectDeleted();
  });

  it.each(['P-0_REVERSAL', 'R-7'])('passes a refund on to the balance, once: %s', async (reference) => {
    world.issuer.refund(issuerCardId(), 430, reference);
    await Promise.all([
      catchUpCard(world.services, card, reference),
      catchUpCard(world.services, card, undefined),
      catchUpCard(world.services, card, reference),
    ]);
    await expectDeleted(18_500);
    const kinds = world.store
      .all('cardTransaction')
      .map(({ kind, direction, amountCents }) => [kind, direction, amountCents]);
    expect(kinds.slice(-2)).toEqual([
      [reference.includes('_REVERSAL') ? 'reversal' : 'refund', 'credit', 430],
      ['closing', 'debit', 430],
    ]);
    const [movement] = world.store.all('movement').filter(({ kind }) => kind === 'card_refund');
    expect(movement).toMatchObject({ direction: 'credit', paidCents: 430, status: 'completed', cardId: card.cardId });
  });

  it('has a refund whose webhook was lost found all the same', async () => {
    world.issuer.refund(issuerCardId(), 430, 'R-8');
    world.clock.advance(24 * 60 * 60_000);
    await catchUpCards(world.services);
    await expectDeleted(18_500);
  });

  it('has a capture paid from the balance', async () => {
    const capture = world.issuer.charge(issuerCardId(), 1_000, 'FORCED');
    await catchUpCard(world.services, card, capture.reference);
    await expectDeleted(17_070);
    expect(world.store.all('movement').find(({ kind }) => kind === 'card_charge')).toMatchObject({
      direction: 'debit',
      paidCents: 1_000,
    });
  });

  it('makes a debt of a capture that the balance cannot pay, which the next money pays first', async () => {
    world.issuer.charge(issuerCardId(), 20_000, 'FORCED');
    await catchUpCard(world.services, card, undefined);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 1_930 });
    world.issuer.refund(issuerCardId(), 2_000, 'FORCED_REVERSAL');
    await catchUpCard(world.services, card, undefined);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 70, debtCents: cents(0) });
  });
});
