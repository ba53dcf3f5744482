import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { IssuerEvent } from '#functions/ports/card-issuer.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { processIssuerEvent } from '#functions/domain/events/process-issuer-event.ts';
import { processPaymentEvent } from '#functions/domain/events/process-payment-event.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { statusReasonOf } from '#functions/domain/cards/visible-card.ts';
import { readCardHistory } from '#functions/domain/cards/read-card-history.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let user: User;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
});

const receive = async (source: 'payments' | 'issuer', claim: unknown): Promise<string> => {
  const body = Buffer.from(JSON.stringify(claim));
  const { store, clock, paymentEvents } = world.services;
  await storeEvent({ store, clock, queue: paymentEvents }, { source, body, about: 'dep_1' });
  return `${source}-${createHash('sha256').update(body).digest('hex')}`;
};

describe('a payment webhook', () => {
  const paid = async (): Promise<string> => {
    const depositId = await requestDeposit(world.services, {
      user,
      currency: 'USDT',
      network: 'TRON',
      amountCents: cents(5_000),
      claim: undefined,
    });
    await openInvoice(world.services, depositId);
    return depositId;
  };

  it('credits the amount that the provider’s record names, not its own', async () => {
    const depositId = await paid();
    const eventId = await receive('payments', { reference: depositId, paymentId: 'x', claimedStatus: 'paid' });
    await processPaymentEvent(world.services, eventId);
    expect((await world.wallet(user)).availableCents).toBe(20_000);
    world.payments.become(depositId, { state: 'paid', receivedAmount: '50.00' });
    await processPaymentEvent(
      world.services,
      await receive('payments', { reference: depositId, paymentId: 'y', claimedStatus: 'paid' }),
    );
    expect((await world.wallet(user)).availableCents).toBe(25_000);
    expectSoundBooks(world);
  });

  it('is kept for 90 days as evidence', async () => {
    const eventId = await receive('payments', { reference: 'any' });
    const event = await world.store.get('event', { eventId });
    expect(event?.expiresAtMs).toBe(world.clock.now() + 90 * 24 * 60 * 60_000);
  });

  it('is queued again while it was not worked on, and an hour after it was: the same may have happened again', async () => {
    const depositId = await paid();
    const claim = { reference: depositId, paymentId: 'x', claimedStatus: 'paid' };
    await receive('payments', claim);
    await receive('payments', claim);
    expect(world.queued).toHaveLength(2);
    await processPaymentEvent(world.services, await receive('payments', claim));
    world.clock.advance(60 * 60_000 - 1);
    await receive('payments', claim);
    expect(world.queued).toHaveLength(3);
    world.clock.advance(1);
    await receive('payments', claim);
    expect(world.queued).toHaveLength(4);
  });

  it('of a deposit that we do not have is never queued again', async () => {
    const claim = { reference: 'dep_unknown', paymentId: 'x', claimedStatus: 'paid' };
    await processPaymentEvent(world.services, await receive('payments', claim));
    world.clock.advance(24 * 60 * 60_000);
    await receive('payments', claim);
    expect(world.queued).toHaveLength(1);
  });

  it('comes back from the queue while the provider does not answer', async () => {
    const depositId = await paid();
    const eventId = await receive('payments', { reference: depositId, paymentId: 'x', claimedStatus: 'paid' });
    world.payments.failures.push('lost');
    await expect(processPaymentEvent(world.services, eventId)).rejects.toThrow('did not answer');
    expect((await world.store.get('event', { eventId }))?.processedAtMs).toBeUndefined();
  });

  it('comes back from the queue when it could not be booked', async () => {
    const depositId = await paid();
    const eventId = await receive('payments', { reference: depositId, paymentId: 'x', claimedStatus: 'paid' });
    world.payments.become(depositId, { state: 'paid', receivedAmount: '50.00' });
    world.store.beforeCommit = (writes) => {
      if (writes.some(({ kind }) => kind === 'journal')) throw new StoreUnavailable('scripted');
    };
    await expect(processPaymentEvent(world.services, eventId)).rejects.toThrow('the store did not answer');
    world.store.beforeCommit = undefined;
    expect((await world.store.get('event', { eventId }))?.processedAtMs).toBeUndefined();
    await processPaymentEvent(world.services, eventId);
    expect((await world.wallet(user)).availableCents).toBe(25_000);
    expect((await world.store.get('event', { eventId }))?.processedAtMs).toBe(world.clock.now());
  });

  it('of a deposit that we do not have is kept and changes nothing', async () => {
    const eventId = await receive('payments', { reference: 'dep_unknown', paymentId: 'x', claimedStatus: 'paid' });
    await processPaymentEvent(world.services, eventId);
    expect((await world.wallet(user)).availableCents).toBe(20_000);
    expect(await world.store.get('event', { eventId })).toMatchObject({
      processedAtMs: expect.any(Number),
      quarantineReason: 'there is no such deposit',
    });
  });

  it('is worked on long after its key was rotated away: it was verified when it came', async () => {
    const depositId = await paid();
    const eventId = await receive('payments', { reference: depositId, paymentId: 'x', claimedStatus: 'paid' });
    world.payments.become(depositId, { state: 'paid', receivedAmount: '50.00' });
    world.payments.verifyWebhook = () => undefined;
    await processPaymentEvent(world.services, eventId);
    expect((await world.wallet(user)).availableCents).toBe(25_000);
  });
});

describe('an issuer webhook', () => {
  let card: Card;
  const issuerCardId = (): string => card.issuerCardId ?? '';
  beforeEach(async () => {
    card = await world.openCard(user);
  });

  const deliver = async (claim: IssuerEvent): Promise<void> =>
    processIssuerEvent(world.services, await receive('issuer', claim));
  const purchase = (reference: string): IssuerEvent => ({
    type: 'transaction',
    issuerCardId: issuerCardId(),
    reference,
    kind: 'purchase',
    amountCents: cents(420),
    description: 'CORNER COFFEE',
    atMs: world.clock.now(),
  });

  it('posts a purchase once, with the amount that the issuer confirms', async () => {
    world.issuer.charge(issuerCardId(), 420, 'P-1');
    await deliver({ ...purchase('P-1'), amountCents: cents(99_999) } as IssuerEvent);
    await deliver(purchase('P-1'));
    expect(await world.card(card)).toMatchObject({ balanceCents: 80, spentThisMonthCents: 420, transactionCount: 2 });
    const { lines, meta } = await readCardHistory(world.services, { card: await world.card(card), page: 1 });
    expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['purchase', 420],
      ['creation', 500],
    ]);
    expect(meta).toEqual({ page: 1, pages: 1, total: 2 });
    expectSoundBooks(world);
  });

  it('that is forged under a valid header posts nothing', async () => {
    await deliver(purchase('FORGED'));
    expect(await world.card(card)).toMatchObject({ balanceCents: 500, transactionCount: 1 });
  });

  it('distinguishes two equal purchases by their references', async () => {
    world.issuer.charge(issuerCardId(), 200, 'P-1');
    world.issuer.charge(issuerCardId(), 200, 'P-2');
    await deliver(purchase('P-1'));
    await deliver(purchase('P-2'));
    expect((await world.card(card)).balanceCents).toBe(100);
  });

  it('posts a purchase on a frozen card as well, and may make it negative', async () => {
    world.issuer.charge(issuerCardId(), 700, 'FORCED');
    await deliver(purchase('FORCED'));
    expect((await world.card(card)).balanceCents).toBe(-200);
    expectSoundBooks(world);
  });

  it('that names no reference catches up with everything that was missed', async () => {
    world.issuer.charge(issuerCardId(), 100, 'P-1');
    world.issuer.charge(issuerCardId(), 100, 'FEE-1');
    await deliver({ ...purchase('x'), kind: 'fee', reference: undefined } as IssuerEvent);
    expect(await world.card(card)).toMatchObject({ balanceCents: 300, transactionCount: 3 });
  });

  it.each([
    ['by its reference', { reference: 'COST-1' }],
    ['by its amount and moment', { reference: undefined }],
  ])('of a fee marks the transaction as a fee, found %s', async (_how, named) => {
    const { issuer } = world;
    issuer.charge(issuerCardId(), 100, 'SAME-AMOUNT');
    world.clock.advance(1_000);
    const cost = issuer.charge(issuerCardId(), 100, 'COST-1');
    const atMs = world.clock.now();
    issuer.transactions.splice(0, 1, { ...cost, atMs });
    await deliver({ ...purchase('x'), ...named, kind: 'fee', amountCents: cents(100), atMs } as IssuerEvent);
    await catchUpCard(world.services, card, undefined);
    const kinds = world.store.all('cardTransaction').map(({ reference, kind }) => [reference, kind]);
    expect(Object.fromEntries(kinds)).toMatchObject({ 'COST-1': 'fee', 'SAME-AMOUNT': 'purchase' });
  });

  it('posts to the card that it names, not to another card of the same person', async () => {
    const other = await world.openCard(user);
    world.issuer.charge(other.issuerCardId ?? '', 100, 'P-1');
    await deliver({ ...purchase('P-1'), issuerCardId: other.issuerCardId ?? '' } as IssuerEvent);
    expect([(await world.card(card)).balanceCents, (await world.card(other)).balanceCents]).toEqual([500, 400]);
  });

  it('with a reference unknown to the issuer posts what the issuer’s list shows', async () => {
    world.issuer.charge(issuerCardId(), 100, 'P-1');
    await deliver(purchase('P-9'));
    expect(await world.card(card)).toMatchObject({ balanceCents: 400, transactionCount: 2 });
  });

  it('shows a decline once, in plain words, and moves no money', async () => {
    const decline: IssuerEvent = {
      type: 'decline',
      issuerCardId: issuerCardId(),
      reference: 'D-1',
      amountCents: cents(9_900),
      reason: 'insufficient balance',
      description: 'NIMBUS STREAM',
      merchantCategoryCode: '5815',
      atMs: world.clock.now(),
    };
    await deliver(decline);
    await deliver({ ...decline, description: 'NIMBUS  STREAM' });
    const { lines } = await readCardHistory(world.services, { card: await world.card(card), page: 1 });
    expect(lines[0]).toMatchObject({ status: 'declined', declineReason: 'Declined: not enough money on the card.' });
    expect(lines).toHaveLength(2);
    expect((await world.card(card)).balanceCents).toBe(500);
  });

  it('of a fifth decline for lack of money freezes the card before the issuer deletes it', async () => {
    for (const reference of ['D-1', 'D-2', 'D-3', 'D-4', 'D-5']) {
      expect((await world.card(card)).frozenReasons).toEqual([]);
      await deliver({
        type: 'decline',
        issuerCardId: issuerCardId(),
        reference,
        amountCents: cents(9_900),
        reason: 'insufficient balance',
        description: 'NIMBUS STREAM',
        merchantCategoryCode: '5815',
        atMs: world.clock.now(),
      });
    }
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['declines'], actual: 'frozen', shortDeclines: 5 });
  });

  describe('of a decline because the card is frozen, which we have as active', () => {
    const frozenDecline = (): IssuerEvent => ({
      type: 'decline',
      issuerCardId: issuerCardId(),
      reference: 'D-1',
      amountCents: cents(100),
      reason: 'Card is frozen',
      description: 'NIMBUS STREAM',
      merchantCategoryCode: '5815',
      atMs: world.clock.now(),
    });

    it('learns of the freeze whose webhook was lost, and its owner may unfreeze the card', async () => {
      world.issuer.setActive(issuerCardId(), false);
      await deliver(frozenDecline());
      const stored = await world.card(card);
      expect(stored).toMatchObject({ frozenReasons: ['owner'], actual: 'frozen', transactionCount: 2 });
      expect(statusReasonOf(stored)).toBe('The card issuer froze this card. Unfreeze it to use it again.');
    });

    it('leaves a card alone that the issuer has active', async () => {
      await deliver(frozenDecline());
      expect(await world.card(card)).toMatchObject({ frozenReasons: [], actual: 'active', transactionCount: 2 });
    });

    it('records the decline although the issuer does not answer', async () => {
      world.issuer.setActive(issuerCardId(), false);
      world.issuer.misbehave('readCard', { does: 'lost' });
      await deliver(frozenDecline());
      expect(await world.card(card)).toMatchObject({ actual: 'active', transactionCount: 2 });
    });

    it('asks the issuer nothing about a card that is known to be frozen', async () => {
      await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
      const { readCard: before } = world.issuer.calls;
      await deliver(frozenDecline());
      expect(world.issuer.calls['readCard']).toBe(before);
    });
  });

  it('of a card that is not known yet comes back from the queue', async () => {
    const seen = world.issuer.cards.get(issuerCardId());
    if (seen) world.issuer.cards.set('new', { ...seen, issuerCardId: 'new' });
    await expect(deliver({ ...purchase('P-1'), issuerCardId: 'new' } as IssuerEvent)).rejects.toThrow('not known yet');
    world.issuer.misbehave('readCard', { does: 'lost' });
    await expect(deliver({ ...purchase('P-2'), issuerCardId: 'x' } as IssuerEvent)).rejects.toThrow('not known yet');
  });

  it('of a card that the issuer does not know either counts as forged and is not retried', async () => {
    const claim = { ...purchase('P-1'), issuerCardId: 'invented' } as IssuerEvent;
    await deliver(claim);
    expect((await world.store.get('event', { eventId: await receive('issuer', claim) }))?.processedAtMs).toBeDefined();
    expect(world.logs).toContainEqual(expect.objectContaining({ message: 'issuer event of no card at all' }));
  });

  it('of a credit without our reference is looked up and posted as a refund', async () => {
    world.issuer.refund(issuerCardId(), 250, 'R-1');
    await deliver({ type: 'transfer', issuerCardId: issuerCardId(), reference: 'R-1', claim: 'successful' });
    expect((await world.card(card)).balanceCents).toBe(750);
    const forged = { type: 'transfer', issuerCardId: 'invented', reference: 'R-2', claim: 'successful' } as const;
    await deliver(forged);
    expect((await world.store.get('event', { eventId: await receive('issuer', forged) }))?.processedAtMs).toBeDefined();
  });

  it('comes back from the queue while the issuer does not answer about its purchase', async () => {
    world.issuer.charge(issuerCardId(), 420, 'P-1');
    const readTransaction = world.issuer.readTransaction.bind(world.issuer);
    world.issuer.readTransaction = async () => ({ outcome: 'unknown', detail: 'scripted' });
    const eventId = await receive('issuer', purchase('P-1'));
    await expect(processIssuerEvent(world.services, eventId)).rejects.toMatchObject({
      name: 'ProviderSilent',
      detail: 'scripted',
    });
    expect((await world.store.get('event', { eventId }))?.processedAtMs).toBeUndefined();
    world.issuer.readTransaction = readTransaction;
    await processIssuerEvent(world.services, eventId);
    expect((await world.card(card)).balanceCents).toBe(80);
  });

  it('of a load settles the load even if no process drives it any more', async () => {
    const { cardId } = card;
    const command = { user, cardId, requestedCents: cents(1_000), includesFee: false, claim: undefined };
    const operationId = await requestLoad(world.services, command);
    await deliver({ type: 'transfer', issuerCardId: issuerCardId(), reference: operationId, claim: 'successful' });
    expect((await world.store.get('operation', { operationId }))?.state).toBe('settled');
    expect((await world.card(card)).balanceCents).toBe(1_500);
  });

  it('of a deleted card returns its money to the balance and frees its place', async () => {
    world.issuer.deleteCard(issuerCardId());
    await deliver({ type: 'card', issuerCardId: issuerCardId(), claim: 'deleted', reason: 'too many declines' });
    expect(await world.card(card)).toMatchObject({ lifecycle: 'deleted', balanceCents: 0 });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_500, cardCount: 0 });
    expectSoundBooks(world);
  });

  it('says why the issuer blocked a card, which no other source shows', async () => {
    const seen = world.issuer.cards.get(issuerCardId());
    if (seen) world.issuer.cards.set(issuerCardId(), { ...seen, isActive: false, isBlocked: true });
    await deliver({ type: 'card', issuerCardId: issuerCardId(), claim: 'blocked', reason: 'fraud team' });
    expect((await world.card(card)).blockedReason).toMatch(/blocked this card: fraud team/);
  });

  it('says that the issuer froze a card: its owner sees it, and may unfreeze it', async () => {
    const seen = world.issuer.cards.get(issuerCardId());
    if (seen) world.issuer.cards.set(issuerCardId(), { ...seen, isActive: false });
    await deliver({ type: 'card', issuerCardId: issuerCardId(), claim: 'frozen', reason: 'inactivity' });
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner'], actual: 'frozen' });
  });
});
