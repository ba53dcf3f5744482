import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { update } from '#functions/ports/store.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { lateEffectMs } from '#functions/domain/operations/operation-steps.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* Withdrawing, fault by fault. The balance gets everything that the issuer has moved, and nothing else. */

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
});

afterEach(() => expectSoundBooks(world));

const withdraw = (amountCents = 300): Promise<Id<'operation'>> =>
  requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(amountCents), claim: undefined });

const drive = (operationId: Id<'operation'>, forMs = 5_000): Promise<Operation> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() + forMs });

async function sweepFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.clock.advance(60_000);
    await sweepOperations(world.services);
  }
}

const balances = async (): Promise<readonly number[]> => {
  const { availableCents } = await world.wallet(user);
  const { balanceCents, pendingOutCents } = await world.card(card);
  return [availableCents, balanceCents, pendingOutCents];
};

const whole = [18_000, 500, 0];
const onItsWay = [18_000, 200, 300];
const done = [18_300, 200, 0];

describe('a withdrawal', () => {
  it('leaves the card at once and reaches the balance when the issuer has moved it', async () => {
    const operationId = await withdraw();
    expect(await balances()).toEqual(onItsWay);
    expect((await drive(operationId)).state).toBe('settled');
    expect(await balances()).toEqual(done);
    const line = world.store.all('cardTransaction').find(({ kind }) => kind === 'withdrawal');
    expect(line).toMatchObject({ direction: 'debit', amountCents: 300, reference: operationId });
  });

  it('of nearly all that a card can hold reaches the balance to the cent', async () => {
    await world.store.commit([update('card', await world.card(card), { balanceCents: cents(500_000) })]);
    const seen = world.issuer.cards.get(card.issuerCardId ?? '');
    if (seen) world.issuer.cards.set(seen.issuerCardId, { ...seen, bookBalanceCents: cents(500_000) });
    expect((await drive(await withdraw(499_900))).state).toBe('settled');
    expect(await balances()).toEqual([18_000 + 499_900, 100, 0]);
    await world.store.commit([update('card', await world.card(card), { balanceCents: cents(500 - 499_900) })]);
  });

  it('is one line of the activity and one of the card, though the issuer lists it too', async () => {
    await drive(await withdraw());
    await catchUpCard(world.services, card, undefined);
    expect(await balances()).toEqual(done);
    expect((await world.card(card)).transactionCount).toBe(2);
  });

  it.each([
    [250, [18_250, 250, 0]],
    [420, [18_420, 80, 0]],
    [550, [18_550, -50, 0]],
  ])('counts with the amount that the issuer moved: %i instead of 300', async (moved, expected) => {
    world.issuer.withdrawalsMove = moved;
    expect((await drive(await withdraw())).state).toBe('settled');
    expect(await balances()).toEqual(expected);
    expect(world.store.all('movement').find(({ kind }) => kind === 'card_withdrawal')?.paidCents).toBe(moved);
  });

  it('is shown with the amount that the issuer moved, also when that is less than requested', async () => {
    world.issuer.withdrawalsMove = 250;
    expect((await drive(await withdraw())).state).toBe('settled');
    expect(await balances()).toEqual([18_250, 250, 0]);
    const line = world.store.all('cardTransaction').find(({ kind }) => kind === 'withdrawal');
    expect(line?.amountCents).toBe(250);
    const activityLine = world.store.all('movement').find(({ kind }) => kind === 'card_withdrawal');
    expect(activityLine).toMatchObject({ status: 'completed', amountCents: 300, paidCents: 250 });
  });

  it('waits for the issuer’s line that shows how much was moved', async () => {
    const { issuer } = world.services;
    let asked = 0;
    const slow = {
      ...issuer,
      readTransaction: async (query: Parameters<typeof issuer.readTransaction>[0]) => {
        asked += 1;
        if (asked < 3) return { outcome: 'success', value: undefined } as const;
        return issuer.readTransaction(query);
      },
    };
    const operation = await driveOperation({ ...world.services, issuer: slow }, await withdraw(), {
      untilMs: world.clock.now() + 5_000,
    });
    expect([operation.state, asked]).toEqual(['settled', 3]);
  });

  it('is not proven by a line that put money onto the card', async () => {
    const { issuer } = world.services;
    const odd = {
      ...issuer,
      readTransaction: async (query: Parameters<typeof issuer.readTransaction>[0]) => {
        const answer = await issuer.readTransaction(query);
        if (answer.outcome !== 'success' || !answer.value) return answer;
        return { ...answer, value: { ...answer.value, direction: 'credit' } } as const;
      },
    };
    const operation = await driveOperation({ ...world.services, issuer: odd }, await withdraw(), {
      untilMs: world.clock.now() + 5_000,
    });
    expect(operation.state).toBe('submitted');
    expect(await balances()).toEqual(onItsWay);
  });

  it('is finished by the sweeper when its process dies right after the intent', async () => {
    const operationId = await withdraw();
    await sweepFor(2);
    expect((await drive(operationId, 0)).state).toBe('settled');
    expect(await balances()).toEqual(done);
  });

  it('is asked about, not sent again, when the answer was lost after it happened', async () => {
    world.issuer.misbehave('unload', { does: 'unheard' });
    expect((await drive(await withdraw())).state).toBe('settled');
    expect(world.issuer.calls['unload']).toBe(1);
  });

  it('is not credited while its outcome is unknown, and counts once when a late request arrives last', async () => {
    let arrive = (): void => {};
    world.issuer.misbehave('unload', { does: 'late', arrive: (apply) => (arrive = apply) });
    const operationId = await withdraw();
    expect((await drive(operationId)).state).toBe('submitted');
    expect(await balances()).toEqual(onItsWay);
    await sweepFor(2);
    arrive();
    expect((await drive(operationId, 0)).state).toBe('settled');
    expect(await balances()).toEqual(done);
    expect(world.issuer.cards.get(card.issuerCardId ?? '')?.bookBalanceCents).toBe(200);
  });

  it('is on the card again when the issuer declines, and does not start the five minutes', async () => {
    world.issuer.misbehave('unload', { does: 'declined', reason: 'card_insufficient_funds' });
    const operation = await drive(await withdraw());
    expect(operation).toMatchObject({ state: 'released', reason: expect.stringContaining('not enough money') });
    expect(await balances()).toEqual(whole);
    expect((await drive(await withdraw())).state).toBe('settled');
  });

  it('does not believe a decline while an earlier attempt may still take effect', async () => {
    let arrive = (): void => {};
    world.issuer.misbehave(
      'unload',
      { does: 'late', arrive: (apply) => (arrive = apply) },
      { does: 'declined', reason: 'rejected' },
    );
    const operationId = await withdraw();
    await drive(operationId);
    await sweepFor(2);
    expect(await balances()).toEqual(onItsWay);
    arrive();
    await sweepFor(16);
    expect((await drive(operationId, 0)).state).toBe('settled');
    expect(await balances()).toEqual(done);
  });

  it('waits for an issuer that does not report its outcome', async () => {
    world.issuer.misbehave('readTransfer', { does: 'lost' }, { does: 'lost' });
    const operationId = await withdraw();
    expect((await drive(operationId)).state).toBe('settled');
    expect(world.issuer.calls['unload']).toBe(1);
    expect(await balances()).toEqual(done);
  });

  it('that fails on a card that the issuer deleted meanwhile goes to the balance', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await withdraw();
    await drive(operationId);
    const { issuerCardId = '' } = card;
    world.issuer.deleteCard(issuerCardId);
    await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
    world.issuer.transfers.set(operationId, {
      kind: 'unload',
      amountCents: cents(300),
      issuerCardId,
      state: 'failed',
      effects: 0,
    });
    expect((await drive(operationId, 60_000)).state).toBe('released');
    expect(await balances()).toEqual([18_500, 0, 0]);
    expect(await world.store.get('journal', { journalId: `${operationId}:released:emptied` })).toBeDefined();
    const [latest] = world.store
      .all('movement')
      .filter(({ amountCents }) => amountCents === 300)
      .slice(-1);
    expect(latest).toMatchObject({ kind: 'card_closing', direction: 'credit', paidCents: 300 });
    expect(latest?.description).toContain('Rest of the deleted card');
    expect(await world.store.get('movement', { userId: user.userId, subjectId: operationId })).toMatchObject({
      status: 'failed',
      paidCents: 0,
    });
  });

  it('is on the card again once no lost attempt can take effect any more', async () => {
    world.issuer.misbehave('unload', { does: 'lost' }, { does: 'declined', reason: 'rejected' });
    const operationId = await withdraw();
    await drive(operationId);
    await sweepFor(2);
    world.clock.advance(lateEffectMs);
    await sweepFor(20);
    expect((await drive(operationId, 0)).state).toBe('released');
    expect(await balances()).toEqual(whole);
  });

  it('is on the card again when the issuer fails it after accepting it, but starts the five minutes', async () => {
    world.issuer.transfersEnd = 'failed';
    expect((await drive(await withdraw())).state).toBe('released');
    expect(await balances()).toEqual(whole);
    await expect(withdraw()).rejects.toMatchObject({ code: 'CooldownActive' });
  });

  it('that the issuer accepted is not given up before a day is over', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await withdraw();
    await drive(operationId);
    world.clock.advance(23 * 60 * 60_000 + 50 * 60_000);
    await sweepFor(2);
    expect((await drive(operationId, 0)).state).toBe('submitted');
    expect(await balances()).toEqual(onItsWay);
  });

  it('goes to review, and stays off the card, when its outcome is unknown for a day', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await withdraw();
    await drive(operationId);
    world.clock.advance(25 * 60 * 60_000);
    await sweepFor(2);
    expect((await drive(operationId, 0)).state).toBe('review');
    expect(await balances()).toEqual(onItsWay);
  });

  it('happens once however many drive it at the same time', async () => {
    const operationId = await withdraw();
    await Promise.all(Array.from({ length: 20 }, () => drive(operationId)));
    expect(await balances()).toEqual(done);
  });

  it.each([1, 2, 3])('survives the death of its process at write %i', async (deadly) => {
    const operationId = await withdraw();
    let writes = 0;
    world.store.beforeCommit = () => {
      writes += 1;
      if (writes === deadly) throw new Error('killed');
    };
    await drive(operationId).catch(() => undefined);
    world.store.beforeCommit = undefined;
    await sweepFor(3);
    expect(await balances()).toEqual(done);
    expect(world.issuer.transfers.size).toBe(1);
  });

  it('and a purchase at the same time add up', async () => {
    const operationId = await withdraw();
    const bought = world.issuer.charge(card.issuerCardId ?? '', 150, 'P-1');
    await Promise.all([drive(operationId), catchUpCard(world.services, card, bought.reference)]);
    expect(await balances()).toEqual([18_300, 50, 0]);
  });

  it.each(['successful', 'failed'] as const)(
    'under way when the issuer deletes the card still reaches the balance: %s',
    async (end) => {
      world.issuer.transfersEnd = 'pending';
      const operationId = await withdraw();
      await drive(operationId);
      world.issuer.deleteCard(card.issuerCardId ?? '');
      await refreshCard(world.services, card, { claim: 'deleted', reason: 'declines' });
      expect(await world.card(card)).toMatchObject({ lifecycle: 'deleted', balanceCents: 0, pendingOutCents: 300 });
      const transfer = world.issuer.transfers.get(operationId);
      if (transfer) transfer.state = end;
      if (end === 'successful') world.issuer.charge(card.issuerCardId ?? '', 300, operationId);
      await sweepFor(2);
      expect(await balances()).toEqual([18_500, 0, 0]);
    },
  );

  it('that moved more than a deleted card held is corrected from the balance, with an activity line', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await withdraw();
    await drive(operationId);
    world.issuer.deleteCard(card.issuerCardId ?? '');
    await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
    const transfer = world.issuer.transfers.get(operationId);
    if (transfer) transfer.state = 'successful';
    world.issuer.charge(card.issuerCardId ?? '', 310, operationId);
    await sweepFor(2);
    expect(await balances()).toEqual([18_500, 0, 0]);
    expect(world.store.all('movement').find(({ kind }) => kind === 'card_charge')).toMatchObject({
      direction: 'debit',
      paidCents: 10,
      description: 'Rest of the deleted card Everyday •••• 4444',
    });
  });
});
