import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { update } from '#functions/ports/store.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { catchUpCards } from '#functions/domain/cards/catch-up-cards.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { listVisibleCards } from '#functions/domain/cards/list-visible-cards.ts';
import { closeCard } from '#functions/domain/cards/try-close-card.ts';
import { decideOperation } from '#functions/domain/operations/decide-operation.ts';
import { checkPerson } from '#functions/domain/reconciliation/check-person.ts';
import { closeAsBefore } from '#test/support/close-as-before.ts';
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

/** Spends this amount of the card's balance. */
async function spend(amountCents: number): Promise<void> {
  const bought = world.issuer.charge(issuerCardId(), amountCents, `P-${world.issuer.transactions.length}`);
  await catchUpCard(world.services, card, bought.reference);
}

const issuerCardId = (): string => card.issuerCardId ?? '';

const remove = (): Promise<Id<'operation'>> =>
  requestDeletion(world.services, { user, cardId: card.cardId, claim: undefined });

const drive = (operationId: Id<'operation'>, forMs = 5_000): Promise<Operation> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() + forMs });

async function sweepFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.clock.advance(60_000);
    await sweepOperations(world.services);
  }
}

/** Expects wallet, card and issuer to show a deleted card that had 70 cents left. */
async function expectDeleted(availableCents = 18_070): Promise<void> {
  expect(await world.wallet(user)).toMatchObject({ availableCents, heldCents: 0, debtCents: 0, cardCount: 0 });
  expect(await world.card(card)).toMatchObject({ lifecycle: 'deleted', balanceCents: 0, pendingOutCents: 0 });
  expect(world.issuer.cards.get(issuerCardId())).toMatchObject({ isDeleted: true, bookBalanceCents: 0 });
}

/** Expects an activity line of its own, under the deletion's cause, for money that came during the deletion. */
async function expectRest(operationId: Id<'operation'>, line: Partial<ActivityLine>): Promise<void> {
  expect(world.store.all('movement').find(({ kind }) => kind === line.kind)).toMatchObject({
    ...line,
    description: 'Rest of the deleted card Everyday •••• 4444',
  });
  expect(await world.store.get('journal', { journalId: `${operationId}:settled:emptied` })).toMatchObject({
    cause: `${operationId}:settled`,
  });
}

/** Expects the owner's view right after the deletion, whatever the issuer does. */
async function expectGoneForOwner(availableCents = 18_070): Promise<void> {
  expect(await world.wallet(user)).toMatchObject({ availableCents, heldCents: 0, cardCount: 0 });
  expect(await world.card(card)).toMatchObject({ lifecycle: 'retiring', pendingOutCents: 0 });
  expect(await listVisibleCards(world.services, user.userId)).toEqual([]);
  const lines = world.store.all('movement').filter(({ kind }) => kind === 'card_closing');
  expect(lines).toMatchObject([{ status: 'completed', paidCents: 70, amountCents: 70 }]);
}

describe('deleting a card', () => {
  it('unloads the remaining balance, then closes the card', async () => {
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
    expect(world.issuer.calls).toMatchObject({ unload: 1, close: 1 });
  });

  it('shows what was taken off in the history of the card and in the activity list', async () => {
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

  it.each(['findCard', 'readTransfer', 'close'] as const)(
    'goes on when the issuer answers again after no answer to %s',
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

  it('closes an empty card without an unload', async () => {
    await spend(70);
    const operationId = await remove();
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(18_000);
    expect(world.issuer.calls['unload']).toBeUndefined();
    expect(world.store.all('movement').find(({ subjectId }) => subjectId === operationId)?.status).toBe('completed');
  });

  it('works on a frozen card', async () => {
    await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
  });

  it('closes a card that the issuer does not unload: the rest on it returns to our float', async () => {
    world.issuer.misbehave('unload', { does: 'declined', reason: 'rejected' });
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
  });

  it.each(['unload', 'close'] as const)('survives a lost answer to a %s that happened', async (call) => {
    world.issuer.misbehave(call, { does: 'unheard' });
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
  });

  it.each(['unload', 'close'] as const)('survives a lost request of %s', async (call) => {
    world.issuer.misbehave(call, { does: 'lost' });
    const operationId = await remove();
    await drive(operationId);
    await sweepFor(3);
    expect((await drive(operationId, 0)).state).toBe('settled');
    await expectDeleted();
  });

  it('of an empty card survives a lost request and a lost answer of its only call', async () => {
    await spend(70);
    world.issuer.misbehave('close', { does: 'lost' }, { does: 'unheard' });
    const operationId = await remove();
    await drive(operationId);
    await sweepFor(3);
    expect((await drive(operationId, 0)).state).toBe('settled');
    await expectDeleted(18_000);
  });

  it.each([1, 2, 3])('survives the death of its process at write %i', async (deadly) => {
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

  it.each<[string, () => void]>([
    [
      'declines to unload',
      () => world.issuer.misbehave('unload', { does: 'declined', reason: 'card_insufficient_funds' }),
    ],
    ['accepts the unload and fails it later', () => void (world.issuer.transfersEnd = 'failed')],
  ])('closes the card with its rest on it when the issuer %s', async (_what, arrange) => {
    arrange();
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted();
  });

  it('does not close the card before its rest has left', async () => {
    world.issuer.transfersEnd = 'pending';
    expect((await drive(await remove())).state).toBe('submitted');
    expect(world.issuer.calls['close']).toBeUndefined();
  });

  it('is done although the issuer’s list of cards leaves out deleted ones', async () => {
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

  it('tries again when the issuer declines to close the card, and never gives the card back', async () => {
    world.issuer.misbehave(
      'close',
      ...Array.from({ length: 20 }, () => ({ does: 'declined', reason: 'rejected' }) as const),
    );
    const operationId = await remove();
    await drive(operationId);
    await expectGoneForOwner();
    await sweepFor(20);
    await expectDeleted();
  });

  it('is done when the issuer declines because the card was deleted before', async () => {
    await spend(70);
    world.issuer.deleteCard(issuerCardId());
    world.issuer.misbehave('close', { does: 'declined', reason: 'rejected' });
    expect((await drive(await remove())).state).toBe('settled');
    await expectDeleted(18_000);
  });

  it('refuses a second deletion, a freeze and an unfreeze of the card meanwhile', async () => {
    world.issuer.transfersEnd = 'pending';
    await drive(await remove());
    await expect(remove()).rejects.toMatchObject({ code: 'Conflict' });
    const key = { userId: user.userId, cardId: card.cardId };
    for (const desired of ['active', 'frozen'] as const)
      await expect(setDesiredState(world.services, { ...key, desired })).rejects.toMatchObject({
        code: 'CardNotActive',
      });
  });

  it('does not unfreeze the card during the deletion, though an unfreeze was due before', async () => {
    await world.store.commit([
      update('card', await world.card(card), { actual: 'frozen', dueAtMs: world.clock.now() }),
    ]);
    world.issuer.transfersEnd = 'pending';
    await drive(await remove());
    await sweepFor(2);
    expect(world.issuer.calls['unfreeze']).toBeUndefined();
  });

  it('is not changed by a freeze that the issuer reports meanwhile', async () => {
    await remove();
    await world.services.issuer.freeze(issuerCardId());
    const before = await world.card(card);
    await refreshCard(world.services, card, { claim: 'frozen', reason: '' });
    expect(await world.card(card)).toEqual(before);
  });

  it('is left to its operation when the issuer reports that the card is deleted', async () => {
    world.issuer.misbehave('close', { does: 'unheard' });
    const operationId = await remove();
    const { issuer } = world.services;
    const reporting = {
      ...issuer,
      close: async (id: string) => {
        const answer = await issuer.close(id);
        await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
        return answer;
      },
    };
    await driveOperation({ ...world.services, issuer: reporting }, operationId, { untilMs: world.clock.now() + 5_000 });
    await sweepFor(2);
    await expectDeleted();
  });
});

describe('a card that the issuer has not closed yet', () => {
  /** Makes the issuer answer no call of the deletion, this many times each. */
  const hang = (times = 40): void => {
    const never = Array.from({ length: times }, () => ({ does: 'lost' }) as const);
    for (const call of ['unload', 'close', 'readTransfer'] as const) world.issuer.misbehave(call, ...never);
  };

  it('is deleted for its owner in one write, before the issuer is asked at all', async () => {
    const before = { ...world.issuer.calls };
    let writes = 0;
    world.store.beforeCommit = () => void (writes += 1);
    await remove();
    world.store.beforeCommit = undefined;
    expect(writes).toBe(1);
    expect(world.issuer.calls).toEqual(before);
    await expectGoneForOwner();
  });

  it('is deleted for its owner while the issuer takes no unload yet, as right after a withdrawal', async () => {
    const again = { does: 'busy', retryAfterMs: 5 * 60_000 } as const;
    world.issuer.misbehave('unload', again);
    const operationId = await remove();
    await closeCard(world.services, operationId);
    await expectGoneForOwner();
    expect(world.issuer.cards.get(issuerCardId())).toMatchObject({ isActive: false, isDeleted: false });
    await sweepFor(7);
    await expectDeleted();
  });

  it('is frozen meanwhile; a lost freeze is repeated until the issuer has done it', async () => {
    hang();
    world.issuer.misbehave('freeze', { does: 'lost' }, { does: 'lost' });
    await closeCard(world.services, await remove());
    expect(await world.card(card)).toMatchObject({ dueAtMs: expect.any(Number) });
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(true);
    await sweepFor(20);
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(false);
  });

  it('goes to review after a day; a person can only decide that the deletion happened', async () => {
    hang(2_000);
    const operationId = await remove();
    for (let hour = 0; hour < 26; hour += 1) {
      world.clock.advance(60 * 60_000);
      await sweepOperations(world.services);
    }
    expect(await drive(operationId, 0)).toMatchObject({ state: 'review' });
    await expectGoneForOwner();
    const admin = await world.cardholder(0, { role: 'admin' });
    const decide = (outcome: 'happened' | 'never') =>
      decideOperation(world.services, {
        operationId,
        outcome,
        movedCents: undefined,
        reason: 'The issuer has reported it.',
        actorId: admin.userId,
      });
    await expect(decide('never')).rejects.toMatchObject({ code: 'ValidationFailed' });
    world.issuer.deleteCard(issuerCardId());
    expect(await decide('happened')).toMatchObject({ endedBy: 'issuer', operation: { state: 'settled' } });
    await expectDeleted();
  });

  it('goes to review, not back to its owner, when the issuer could not be reached for a day', async () => {
    const operationId = await remove();
    world.clock.advance(25 * 60 * 60_000);
    world.issuer.misbehave('findCard', { does: 'lost' });
    world.issuer.misbehave('readCard', { does: 'lost' });
    expect((await drive(operationId, 0)).state).toBe('review');
    await sweepFor(31);
    await expectDeleted();
  });

  it('keeps a refund until the card is closed, because the refund could be spent on it', async () => {
    const operationId = await remove();
    const refund = world.issuer.refund(issuerCardId(), 1_000, 'P-1_REVERSAL');
    await catchUpCard(world.services, card, refund.reference);
    await expectGoneForOwner();
    expect(await world.card(card)).toMatchObject({ balanceCents: 1_000, fetchCents: 70 });
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(19_070);
    await expectRest(operationId, { kind: 'card_refund', direction: 'credit', paidCents: cents(1_000) });
  });

  it('passes a refund on at once when it is frozen at the issuer, though not closed', async () => {
    hang(200);
    const operationId = await remove();
    await closeCard(world.services, operationId);
    expect(await world.card(card)).toMatchObject({ lifecycle: 'retiring', actual: 'frozen', uncertainUntilMs: 0 });
    const refund = world.issuer.refund(issuerCardId(), 1_000, 'P-1_REVERSAL');
    await catchUpCard(world.services, card, refund.reference);
    await expectGoneForOwner(19_070);
    expect(await world.card(card)).toMatchObject({ balanceCents: 0, fetchCents: 1_070 });
    expect(world.store.all('movement').find(({ kind }) => kind === 'card_refund')).toMatchObject({ paidCents: 1_000 });
    const { breaks } = await checkPerson(world.services, user.userId, 0);
    expect(breaks.filter(({ subject }) => !subject.startsWith('opening:'))).toEqual([]);
    world.issuer.deleteCard(issuerCardId());
    await sweepFor(40);
    await expectDeleted(19_070);
  });

  it('passes earlier refunds on once each, as soon as it is frozen at the issuer', async () => {
    hang(200);
    const operationId = await remove();
    for (const [amountCents, actual, owned] of [
      [1_000, 'active', 19_070],
      [300, 'frozen', 19_370],
    ] as const) {
      const refund = world.issuer.refund(issuerCardId(), amountCents, `R-${amountCents}`);
      // The card is active, or an earlier call may still unfreeze it: a refund could be spent there.
      const nowMs = world.clock.now();
      const loose = { actual, uncertainUntilMs: nowMs + 60_000, dueAtMs: nowMs };
      await world.store.commit([update('card', await world.card(card), loose)]);
      await catchUpCard(world.services, card, refund.reference);
      expect(await world.card(card)).toMatchObject({ balanceCents: amountCents });
      await sweepFor(3);
      await expectGoneForOwner(owned);
    }
    expect(await world.card(card)).toMatchObject({ balanceCents: 0, fetchCents: 1_370 });
    const rest = world.store.all('movement').filter(({ kind }) => kind === 'card_refund');
    expect(rest.map(({ paidCents, description }) => [paidCents, description])).toEqual([
      [1_000, 'Refund on the deleted card Everyday •••• 4444'],
      [300, 'Refund on the deleted card Everyday •••• 4444'],
    ]);
    const { breaks } = await checkPerson(world.services, user.userId, 0);
    expect(breaks.filter(({ subject }) => !subject.startsWith('opening:'))).toEqual([]);
    world.issuer.deleteCard(issuerCardId());
    await sweepFor(40);
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(19_370);
  });

  it.each([1_000, 30, 1])('has a purchase of %i cents paid from the balance at once', async (costCents) => {
    const operationId = await remove();
    const capture = world.issuer.charge(issuerCardId(), costCents, 'FORCED');
    await catchUpCard(world.services, card, capture.reference);
    const availableCents = 18_070 - costCents;
    await expectGoneForOwner(availableCents);
    expect(await world.card(card)).toMatchObject({ balanceCents: 0, fetchCents: 70 - costCents });
    expect(world.store.all('movement').find(({ kind }) => kind === 'card_charge')).toMatchObject({
      paidCents: costCents,
    });
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(availableCents);
  });

  it('pays a purchase from a refund that it kept, and the rest from the balance', async () => {
    const operationId = await remove();
    world.issuer.refund(issuerCardId(), 400, 'P-1_REVERSAL');
    await catchUpCard(world.services, card, undefined);
    world.issuer.charge(issuerCardId(), 1_000, 'FORCED');
    await catchUpCard(world.services, card, undefined);
    await expectGoneForOwner(17_470);
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(17_470);
  });

  it('makes a debt of a purchase above the balance, freezes the other cards and is still deleted', async () => {
    const other = await world.openCard(user);
    const operationId = await remove();
    const { availableCents } = await world.wallet(user);
    world.issuer.charge(issuerCardId(), availableCents + 500, 'FORCED');
    await catchUpCard(world.services, card, undefined);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 500 });
    expect((await world.card(other)).frozenReasons).toEqual(['debt']);
    expect((await drive(operationId)).state).toBe('settled');
    expect(await world.card(card)).toMatchObject({ lifecycle: 'deleted', balanceCents: 0, fetchCents: 0 });
  });

  it('is one of at most three; a fourth deletion is refused until one of them is closed', async () => {
    hang(300);
    const rich = await world.cardholder(20_000);
    const emptyCard = async (): Promise<Card> => {
      const made = await world.openCard(rich);
      const bought = world.issuer.charge(made.issuerCardId ?? '', 450, `E-${world.issuer.transactions.length}`);
      await catchUpCard(world.services, made, bought.reference);
      return made;
    };
    const request = ({ cardId }: Card): Promise<Id<'operation'>> =>
      requestDeletion(world.services, { user: rich, cardId, claim: undefined });
    const cards = [await emptyCard(), await emptyCard(), await emptyCard()];
    const deletions = await Promise.all(cards.map(request));
    const fourth = await emptyCard();
    expect((await world.wallet(rich)).cardCount).toBe(1);
    await expect(request(fourth)).rejects.toMatchObject({
      code: 'Conflict',
      message: expect.stringContaining('3 cards'),
    });
    expect((await world.card(fourth)).lifecycle).toBe('open');
    for (const { issuerCardId: id = '' } of cards.slice(0, 1)) world.issuer.deleteCard(id);
    await drive(deletions[0] ?? 'op_');
    await request(fourth);
    expect((await world.wallet(rich)).cardCount).toBe(0);
  });

  it('with a second such card lets only one of three deletions at once through', async () => {
    const rich = await world.cardholder(20_000);
    const ids: Card['cardId'][] = [];
    const deletions: Promise<unknown>[] = [];
    for (let made = 0; made < 2; made += 1) {
      const opened = await world.openCard(rich);
      const bought = world.issuer.charge(opened.issuerCardId ?? '', 450, `F-${made}`);
      await catchUpCard(world.services, opened, bought.reference);
      await requestDeletion(world.services, { user: rich, cardId: opened.cardId, claim: undefined });
    }
    for (let made = 0; made < 3; made += 1) {
      const opened = await world.openCard(rich);
      const bought = world.issuer.charge(opened.issuerCardId ?? '', 450, `G-${made}`);
      await catchUpCard(world.services, opened, bought.reference);
      ids.push(opened.cardId);
    }
    for (const cardId of ids) deletions.push(requestDeletion(world.services, { user: rich, cardId, claim: undefined }));
    const ends = await Promise.allSettled(deletions);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await world.wallet(rich)).cardCount).toBe(2);
  });

  it('leaves reconciliation without a break, before, while and after it is closed', async () => {
    // Leaves out the breaks of the opening balances, which come from nowhere in these tests.
    const breaks = async () =>
      (await checkPerson(world.services, user.userId, 0)).breaks.filter(
        ({ subject }) => !subject.startsWith('opening:'),
      );
    expect(await breaks()).toEqual([]);
    const operationId = await remove();
    expect(await breaks()).toEqual([]);
    world.issuer.refund(issuerCardId(), 200, 'P-1_REVERSAL');
    await catchUpCard(world.services, card, undefined);
    world.issuer.charge(issuerCardId(), 900, 'FORCED');
    await catchUpCard(world.services, card, undefined);
    expect(await breaks()).toEqual([]);
    await drive(operationId);
    expect(await breaks()).toEqual([]);
  });
});

describe('a card whose deletion was requested when deletions still waited for the issuer', () => {
  it.each([70, 0])('is closed, and its owner gets the %i cents then', async (restCents) => {
    if (restCents === 0) await spend(70);
    const operationId = await closeAsBefore(world, user, await world.card(card));
    expect((await world.wallet(user)).cardCount).toBe(1);
    expect((await drive(operationId)).state).toBe('settled');
    await expectDeleted(18_000 + restCents);
    expect(await world.store.get('movement', { userId: user.userId, subjectId: operationId })).toMatchObject({
      status: 'completed',
      paidCents: restCents,
    });
  });

  it('is closed with its rest on it when the issuer fails to unload it', async () => {
    world.issuer.transfersEnd = 'failed';
    expect((await drive(await closeAsBefore(world, user, await world.card(card)))).state).toBe('settled');
    await expectDeleted();
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
    const [line] = world.store.all('movement').filter(({ kind }) => kind === 'card_refund');
    expect(line).toMatchObject({ direction: 'credit', paidCents: 430, status: 'completed', cardId: card.cardId });
  });

  it('still gets a refund whose webhook was lost, within a day', async () => {
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

  it('makes a debt of a capture that the balance cannot pay, which the next refund pays first', async () => {
    world.issuer.charge(issuerCardId(), 20_000, 'FORCED');
    await catchUpCard(world.services, card, undefined);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 1_930 });
    world.issuer.refund(issuerCardId(), 2_000, 'FORCED_REVERSAL');
    await catchUpCard(world.services, card, undefined);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 70, debtCents: cents(0) });
  });
});
