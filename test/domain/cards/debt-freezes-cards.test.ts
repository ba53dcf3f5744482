import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { MailRefused } from '#functions/ports/mailer.ts';
import { update } from '#functions/ports/store.ts';
import { setSuspension } from '#functions/domain/admin/set-suspension.ts';
import { catchUpCards } from '#functions/domain/cards/catch-up-cards.ts';
import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { acceptIssuerDeletion } from '#functions/domain/cards/accept-issuer-deletion.ts';
import { statusOf, statusReasonOf } from '#functions/domain/cards/visible-card.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { processIssuerEvent } from '#functions/domain/events/process-issuer-event.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

/* $100 are deposited, $20 pay for a card with $5 on it, the rest is loaded; then the provider takes the deposit back. */

let world: MoneyWorld;
let user: User;
let card: Card;
let deposit: Deposit;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(0);
  deposit = await openDeposit(world, user, 10_000);
  await say({ state: 'paid', receivedAmount: '100.00' });
  card = await world.openCard(user);
});

afterEach(() => {
  expectSoundBooks(world);
  for (const wallet of world.store.all('wallet'))
    for (const each of world.store.all('card').filter(({ userId }) => userId === wallet.userId))
      if (each.lifecycle === 'open' || each.lifecycle === 'creating')
        expect(each.frozenReasons.includes('debt'), `${each.cardId} is frozen while its account owes`).toBe(
          wallet.debtCents > 0,
        );
});

async function say(changes: Partial<Payment>, of = deposit): Promise<void> {
  world.payments.become(of.depositId, changes);
  const payment = world.payments.invoices.get(of.depositId);
  if (!payment) throw new Error('no invoice');
  await applyFresh(world.services, of.depositId, payment);
}

/** Opens another deposit of this amount and has it paid. */
async function payIn(amountCents: number): Promise<void> {
  const more = await openDeposit(world, user, amountCents);
  await say({ state: 'paid', receivedAmount: (amountCents / 100).toFixed(2) }, more);
}

const isActive = (of = card): boolean | undefined =>
  [...world.issuer.cards.values()].find(({ cardId }) => cardId === of.cardId)?.isActive;
const drive = (operationId: Operation['operationId'], pin = '0007'): Promise<Operation> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() + 6_000, secrets: { pin } });
const load = (amountCents: number): Promise<Operation['operationId']> =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(amountCents),
    includesFee: false,
    claim: undefined,
  });
const withdraw = (amountCents: number, from = card): Promise<Operation['operationId']> =>
  requestWithdrawal(world.services, { user, cardId: from.cardId, amountCents: cents(amountCents), claim: undefined });

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    world.clock.advance(60_000);
    await sweepOperations(world.services);
  }
}

/** Processes the messages that the payments worker has sent to the issuer's worker. */
async function work(): Promise<void> {
  for (const { eventId } of world.queued.splice(0)) await processIssuerEvent(world.services, eventId);
}

describe('A debt', () => {
  it.each(['refunded', 'locked', 'refunding'] as const)(
    'that begins because a spent deposit is %s freezes every card in the posting that makes the debt',
    async (state) => {
      const other = await world.openCard(user);
      await drive(await load(5_000));
      await say({ state });
      expect(await world.wallet(user)).toMatchObject({ availableCents: 0 });
      for (const each of [card, other])
        expect(await world.card(each)).toMatchObject({ frozenReasons: ['debt'], dueAtMs: world.clock.now() });
      await work();
      for (const each of [card, other]) {
        expect(isActive(each)).toBe(false);
        const now = await world.card(each);
        expect(now).toMatchObject({ actual: 'frozen', dueAtMs: undefined });
        expect([statusOf(now), statusReasonOf(now)]).toEqual(['freezed', expect.stringContaining('owes money')]);
      }
    },
  );

  it.each([false, true])(
    'that is older than this rule freezes the cards at their next catch-up, issuer silent: %s',
    async (isSilent) => {
      await drive(await load(5_000));
      await say({ state: 'refunded' });
      world.queued.length = 0;
      const before = await world.card(card);
      await world.services.store.commit([update('card', before, { frozenReasons: [], dueAtMs: undefined })]);
      if (isSilent) world.services.issuer.listTransactions = async () => ({ outcome: 'unknown', detail: 'silent' });
      world.clock.advance(24 * 60 * 60_000);
      await catchUpCards(world.services);
      expect(await world.card(card)).toMatchObject({ frozenReasons: ['debt'] });
      await minutes(1);
      expect(isActive()).toBe(false);
    },
  );

  it('does not begin, and freezes nothing, when the balance covers the refund', async () => {
    await payIn(10_000);
    await say({ state: 'refunded' });
    expect(await world.card(card)).toMatchObject({ frozenReasons: [], dueAtMs: undefined });
    expect(world.queued).toEqual([]);
  });

  it('freezes the cards by the sweep when the process dies right after the posting', async () => {
    world.services.issuerEvents.send = () => Promise.reject(new Error('killed'));
    await say({ state: 'refunded' });
    expect(isActive()).toBe(true);
    await minutes(1);
    expect(isActive()).toBe(false);
  });

  it('keeps the freeze due until an issuer that hangs has done it', async () => {
    world.issuer.misbehave('freeze', { does: 'lost' }, { does: 'lost' });
    await say({ state: 'refunded' });
    await work();
    expect((await world.card(card)).dueAtMs).toBeDefined();
    await minutes(3);
    expect(isActive()).toBe(false);
    await minutes(20);
    expect(await world.card(card)).toMatchObject({ actual: 'frozen', dueAtMs: undefined });
  });

  it('keeps the freeze due while the issuer only claims to have done it', async () => {
    const freeze = world.issuer.freeze.bind(world.issuer);
    world.issuer.freeze = async () => ({ outcome: 'success', value: 'done' });
    await say({ state: 'refunded' });
    await work();
    await minutes(5);
    expect(await world.card(card)).toMatchObject({ actual: 'active', dueAtMs: expect.any(Number) });
    world.issuer.freeze = freeze;
    await minutes(2);
    expect(isActive()).toBe(false);
    expect(await world.card(card)).toMatchObject({ actual: 'frozen', dueAtMs: undefined });
  });

  it('repeats the freeze when a purchase comes through a card that is frozen for the debt', async () => {
    await drive(await load(1_000));
    await say({ state: 'refunded' });
    await work();
    const issuerCardId = card.issuerCardId ?? '';
    world.issuer.cards.set(issuerCardId, { ...world.issuer.cards.get(issuerCardId)!, isActive: true });
    await postIssuerTransaction(world.services, card, world.issuer.charge(issuerCardId, 300, 'P-1'));
    await minutes(1);
    expect(isActive()).toBe(false);
  });

  it('that begins while a load is under way leaves the money on a frozen card', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load(5_000);
    await drive(operationId);
    await say({ state: 'refunded' });
    await work();
    const transfer = world.issuer.transfers.get(operationId)!;
    transfer.state = 'successful';
    const theirs = world.issuer.cards.get(card.issuerCardId ?? '')!;
    world.issuer.cards.set(theirs.issuerCardId, { ...theirs, bookBalanceCents: cents(5_500) });
    await minutes(2);
    expect((await drive(operationId)).state).toBe('settled');
    expect(await world.card(card)).toMatchObject({ balanceCents: 5_500, frozenReasons: ['debt'], actual: 'frozen' });
    expect(isActive()).toBe(false);
  });

  it('is reduced by the hold of a load that the issuer declines for the frozen card', async () => {
    world.issuer.misbehave('load', { does: 'busy', retryAfterMs: 60_000 });
    const operationId = await load(7_500);
    await drive(operationId);
    await say({ state: 'refunded' });
    await work();
    expect(await world.wallet(user)).toMatchObject({ heldCents: 7_825, debtCents: 9_825 });
    world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
    await minutes(2);
    expect((await drive(operationId)).state).toBe('released');
    expect(await world.wallet(user)).toMatchObject({ heldCents: 0, debtCents: 2_000 });
    expect(isActive()).toBe(false);
  });

  it('ends with a released load that covers it, which unfreezes the card of that load and the others', async () => {
    const second = await world.openCard(user);
    world.issuer.misbehave('load', { does: 'busy', retryAfterMs: 60_000 });
    const operationId = await load(4_000);
    await drive(operationId);
    // $17.80 of the deposit are there, $42.20 are held: a charge of a deleted card makes a debt that the hold covers.
    await acceptIssuerDeletion(world.services, second, '');
    await postIssuerTransaction(world.services, second, world.issuer.charge(second.issuerCardId ?? '', 3_000, 'P-2'));
    expect((await world.wallet(user)).debtCents).toBeGreaterThan(0);
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['debt'] });
    world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
    await minutes(3);
    expect((await drive(operationId)).state).toBe('released');
    expect((await world.wallet(user)).debtCents).toBe(0);
    await minutes(1);
    expect(await world.card(card)).toMatchObject({ frozenReasons: [], actual: 'active' });
    expect(isActive()).toBe(true);
  });

  it('that begins while a card is created freezes the new card', async () => {
    world.issuer.misbehave('createCard', { does: 'unheard' });
    world.issuer.misbehave('findCard', ...Array.from({ length: 20 }, () => ({ does: 'lost' }) as const));
    const operationId = await requestCreation(world.services, { user, name: 'Second', claim: undefined });
    const { cardId = card.cardId } = await drive(operationId);
    await say({ state: 'refunded' });
    expect(await world.card({ ...card, cardId })).toMatchObject({ lifecycle: 'creating', frozenReasons: ['debt'] });
    await minutes(20);
    const born = await world.card({ ...card, cardId });
    expect(born).toMatchObject({ lifecycle: 'open', frozenReasons: ['debt'], actual: 'frozen' });
    expect(isActive(born)).toBe(false);
  });

  it('does not touch a card whose creation failed', async () => {
    world.issuer.misbehave('createCard', { does: 'declined', reason: 'rejected' });
    const operationId = await requestCreation(world.services, { user, name: 'Second', claim: undefined });
    const { cardId = card.cardId } = await drive(operationId);
    await say({ state: 'refunded' });
    expect(await world.card({ ...card, cardId })).toMatchObject({ lifecycle: 'failed', frozenReasons: [] });
  });

  it('also freezes a card that is requested at the moment the debt begins', async () => {
    let asked: Promise<unknown> | undefined;
    world.store.beforeCommit = () => {
      world.store.beforeCommit = undefined;
      asked = requestCreation(world.services, { user, name: 'Second', claim: undefined }).catch(
        (thrown: unknown) => thrown,
      );
    };
    await say({ state: 'refunded' });
    await asked;
    expect((await world.wallet(user)).debtCents).toBeGreaterThan(0);
    const cards = world.store.all('card').filter(({ lifecycle }) => lifecycle === 'creating' || lifecycle === 'open');
    expect(cards.every(({ frozenReasons }) => frozenReasons.includes('debt'))).toBe(true);
  });
});

describe('The end of a debt', () => {
  beforeEach(async () => {
    await drive(await load(5_000));
    await say({ state: 'refunded' });
    await work();
  });

  it('by a deposit unfreezes the cards, in the posting that ends the debt', async () => {
    await payIn(7_000);
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['debt'] });
    await payIn(750);
    expect(await world.wallet(user)).toMatchObject({ debtCents: 0, availableCents: 500 });
    expect(await world.card(card)).toMatchObject({ frozenReasons: [], dueAtMs: world.clock.now() });
    await work();
    expect(isActive()).toBe(true);
    expect(statusOf(await world.card(card))).toBe('active');
  });

  it("leaves the other reasons of a freeze: the owner's, the declines', a suspension", async () => {
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    await setDesiredState(world.services, { ...card, desired: 'frozen', reason: 'declines' });
    await setSuspension(world.services, {
      actorId: 'usr_admin',
      userId: user.userId,
      suspended: true,
      reasonForUser: undefined,
      note: undefined,
    });
    expect((await world.card(card)).frozenReasons).toEqual(['owner', 'declines', 'suspension', 'debt']);
    await payIn(10_000);
    await work();
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner', 'declines', 'suspension'] });
    expect(isActive()).toBe(false);
    await setSuspension(world.services, {
      actorId: 'usr_admin',
      userId: user.userId,
      suspended: false,
      reasonForUser: undefined,
      note: undefined,
    });
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner', 'declines'] });
    expect(isActive()).toBe(false);
    await setDesiredState(world.services, { ...card, desired: 'active' });
    expect(await world.card(card)).toMatchObject({ frozenReasons: [] });
    expect(isActive()).toBe(true);
  });

  it('does not come by the end of a suspension or by an unfreeze of the owner', async () => {
    for (const suspended of [true, false])
      await setSuspension(world.services, {
        actorId: 'usr_admin',
        userId: user.userId,
        suspended,
        reasonForUser: undefined,
        note: undefined,
      });
    const before = await world.card(card);
    expect(before.frozenReasons).toEqual(['debt']);
    expect(await refusalOf(setDesiredState(world.services, { ...card, desired: 'active' }))).toBe('CardBlocked');
    expect(await world.card(card)).toEqual(before);
    expect(isActive()).toBe(false);
  });

  it('leaves a card frozen that its owner froze meanwhile', async () => {
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    expect(statusReasonOf(await world.card(card))).toMatch(/owes money.*stays frozen until you unfreeze it/);
    await payIn(10_000);
    await work();
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner'], actual: 'frozen' });
    expect(isActive()).toBe(false);
  });
});

describe('Paying what is owed from a card that is frozen for it', () => {
  beforeEach(async () => {
    await drive(await load(5_000));
    await say({ state: 'refunded' });
    await work();
    // $55 on the card, $100 owed less the $27.50 that were left: $72.50.
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 7_250 });
  });

  it('takes the amount off the debt, while the card stays frozen', async () => {
    expect((await drive(await withdraw(5_400))).state).toBe('settled');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 1_850 });
    expect(await world.card(card)).toMatchObject({ balanceCents: 100, frozenReasons: ['debt'] });
    expect(isActive()).toBe(false);
  });

  it('unfreezes the card at once when it pays all of it', async () => {
    await payIn(5_000);
    expect((await drive(await withdraw(2_250))).state).toBe('settled');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 0 });
    expect(await world.card(card)).toMatchObject({ balanceCents: 3_250, frozenReasons: [], actual: 'active' });
    expect(isActive()).toBe(true);
  });

  it('takes no more than is owed, and leaves $1 on the card', async () => {
    expect(await refusalOf(withdraw(5_401))).toBe('CardMinimum');
    await payIn(5_000);
    expect(await refusalOf(withdraw(2_251))).toBe('AmountTooLarge');
    expect((await drive(await withdraw(2_250))).state).toBe('settled');
  });

  it('is possible whatever else froze the card, except a suspension', async () => {
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    expect((await drive(await withdraw(1_000))).state).toBe('settled');
    await setSuspension(world.services, {
      actorId: 'usr_admin',
      userId: user.userId,
      suspended: true,
      reasonForUser: undefined,
      note: undefined,
    });
    world.clock.advance(5 * 60_000);
    expect(await refusalOf(withdraw(1_000))).toBe('CardNotActive');
  });

  it('fails with a hint to pay by deposit when the issuer does not unload a frozen card', async () => {
    world.issuer.misbehave('unload', { does: 'declined', reason: 'rejected' });
    expect(await drive(await withdraw(5_400))).toMatchObject({
      state: 'released',
      reason: expect.stringContaining('a deposit pays what you owe'),
    });
    expect(await world.wallet(user)).toMatchObject({ debtCents: 7_250 });
    expect(await world.card(card)).toMatchObject({ balanceCents: 5_500, frozenReasons: ['debt'] });
    expect(isActive()).toBe(false);
  });

  it('is not possible from a card that only its owner froze', async () => {
    await payIn(8_000);
    await work();
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    expect(await refusalOf(withdraw(1_000))).toBe('CardNotActive');
  });
});

describe('Paying what is owed from two cards', () => {
  it('counts a withdrawal under way from the other card', async () => {
    const other = await world.openCard(user);
    await drive(await load(4_000));
    await payIn(8_000);
    await say({ state: 'refunded' });
    // $97.80 of $100 are there.
    expect(await world.wallet(user)).toMatchObject({ debtCents: 220 });
    world.issuer.transfersEnd = 'pending';
    await drive(await withdraw(150));
    expect(await refusalOf(withdraw(71, other))).toBe('AmountTooLarge');
    await expect(withdraw(71, other)).rejects.toThrow('You owe $2.20, of which $1.50 is on its way.');
    await drive(await withdraw(70, other));
    const third = { ...card, lastUnloadAtMs: 0 };
    world.clock.advance(5 * 60_000);
    expect(await refusalOf(withdraw(1, third))).toBe('Conflict');
  });
});

describe('Paying what is owed from two cards at once', () => {
  it('moves no more than is owed', async () => {
    const other = await world.openCard(user);
    await drive(await load(4_000));
    await payIn(8_000);
    await say({ state: 'refunded' });
    world.issuer.transfersEnd = 'pending';
    const ends = await Promise.allSettled([withdraw(200), withdraw(200, other)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const cards = await world.store.listCards(user.userId);
    expect(cards.reduce((total, { pendingOutCents }) => total + pendingOutCents, 0)).toBe(200);
  });
});

describe('The mail about a debt', () => {
  const mails = (): number => world.mails.filter(({ subject }) => subject.includes('owes')).length;

  it('is sent once, with the amount', async () => {
    await drive(await load(5_000));
    await say({ state: 'refunded' });
    await mailDebts(world.services);
    await mailDebts(world.services);
    expect(mails()).toBe(1);
    expect(world.mails.at(-1)).toMatchObject({ to: user.email, subject: 'Your account owes $72.50' });
  });

  it('is sent later when it cannot be sent now', async () => {
    await drive(await load(5_000));
    await say({ state: 'refunded' });
    const mailer = { send: () => Promise.reject(new Error('down')) };
    expect(await mailDebts({ ...world.services, mailer })).toMatchObject({ failed: 1 });
    await mailDebts(world.services);
    expect(mails()).toBe(1);
  });

  it('is not sent to an address from which mail comes back, and is not tried again', async () => {
    await drive(await load(5_000));
    await say({ state: 'refunded' });
    const now = await world.store.get('user', { userId: user.userId });
    const mailReturned = { reason: 'bounce', atMs: world.clock.now() } as const;
    if (now) await world.store.commit([update('user', now, { mailReturned })]);
    await mailDebts(world.services);
    expect(mails()).toBe(0);
    expect((await world.wallet(user)).dueAtMs).toBeUndefined();
  });

  it('is not tried again when its mailbox refuses it for good', async () => {
    await drive(await load(5_000));
    await say({ state: 'refunded' });
    const mailer = { send: () => Promise.reject(new MailRefused(undefined)) };
    expect(await mailDebts({ ...world.services, mailer })).toMatchObject({ failed: 0 });
    expect((await world.wallet(user)).dueAtMs).toBeUndefined();
  });

  it('is not sent when the debt was paid meanwhile', async () => {
    await drive(await load(5_000));
    await say({ state: 'refunded' });
    await payIn(8_000);
    await mailDebts(world.services);
    expect(mails()).toBe(0);
  });
});
