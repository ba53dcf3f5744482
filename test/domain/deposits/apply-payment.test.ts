import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { refreshDepositOnView } from '#functions/domain/deposits/refresh-deposit-on-view.ts';
import { isHopeless, openInvoice, refuse } from '#functions/domain/deposits/open-invoice.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { pollDeposit } from '#functions/domain/deposits/poll-deposit.ts';
import { askDeposit } from '#functions/domain/desk/ask-deposit.ts';
import { readDepositFile } from '#functions/domain/desk/waiting-deposit.ts';
import { processPaymentEvent } from '#functions/domain/events/process-payment-event.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { applyProposal } from '#functions/domain/reconciliation/apply-proposal.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { StoreUnavailable, update } from '#functions/ports/store.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

type Opened = { world: MoneyWorld; user: User; deposit: Deposit };

async function opened(amountCents = 5_000): Promise<Opened> {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const depositId = await ask(world, user, amountCents);
  return { world, user, deposit: await openInvoice(world.services, depositId) };
}

const ask = (world: MoneyWorld, user: User, amountCents: number, currency = 'USDT', network = 'TRON') =>
  requestDeposit(world.services, { user, currency, network, amountCents: cents(amountCents), claim: undefined });

/** Changes the payment at the provider and applies it, as after a webhook. */
async function report({ world, deposit }: Opened, changes: Partial<Payment>): Promise<Deposit> {
  world.payments.become(deposit.depositId, changes);
  const payment = world.payments.invoices.get(deposit.depositId);
  if (!payment) throw new Error('no invoice');
  return applyFresh(world.services, deposit.depositId, payment);
}

async function found({ store }: MoneyWorld, depositId: Deposit['depositId']): Promise<Deposit> {
  const deposit = await store.get('deposit', { depositId });
  if (!deposit) throw new Error('no such deposit');
  return deposit;
}

const balance = async ({ world, user }: Opened): Promise<unknown> => {
  const { availableCents, debtCents } = await world.wallet(user);
  return debtCents === 0 ? availableCents : { availableCents, debtCents };
};

describe("the provider's commission", () => {
  const posted = ({ world }: Opened): unknown =>
    world.store
      .all('journal')
      .filter(({ kind }) => kind === 'deposit_commission')
      .map(({ journalId, legs, coins }) => [journalId.split(':').slice(1).join(':'), legs, coins]);
  const legs = (amountCents: number): unknown => [
    { account: 'EXP:PROVIDER_FEE', amountCents },
    { account: 'PROV:CLEARING', amountCents: -amountCents },
  ];
  const paid = { state: 'paid', receivedAmount: '50.00', merchantAmount: '49.00000000' } as const;

  it('is posted once, in a record of its own beside the credit, which notes both amounts in the coin', async () => {
    const it = await opened();
    for (let times = 0; times < 3; times += 1) await report(it, paid);
    expect(posted(it)).toEqual([['commission:1', legs(100), undefined]]);
    expect(await balance(it)).toBe(5_000);
    expect(it.world.store.all('journal').flatMap(({ coins }) => coins ?? [])).toEqual([
      { coin: 'USDT', received: '50', commission: '1' },
    ]);
    expectSoundBooks(it.world);
  });

  it('is rounded up, so that the books never claim more than the provider has', async () => {
    const it = await opened();
    await report(it, { ...paid, merchantAmount: '49.009999' });
    expect(posted(it)).toEqual([['commission:1', legs(100), undefined]]);
    expectSoundBooks(it.world);
  });

  it('grows with a second part payment, and stays after a refund', async () => {
    const it = await opened();
    await report(it, { state: 'paid_less', receivedAmount: '30.00', merchantAmount: '29.40' });
    await report(it, paid);
    await report(it, { state: 'refunded' });
    expect(posted(it)).toEqual([
      ['commission:1', legs(60), undefined],
      ['commission:2', legs(40), undefined],
    ]);
    const coins = it.world.store.all('journal').flatMap((record) => record.coins ?? []);
    expect(coins.map(({ received, commission }) => `${received} ${commission}`)).toEqual(['30 0.6', '20 0.4', '-50 0']);
    expect(await found(it.world, it.deposit.depositId)).toMatchObject({
      commissionCents: 100,
      commissionCount: 2,
      booked: { received: '0', commission: '1' },
    });
    expectSoundBooks(it.world);
  });

  it('is posted later, in a record of its own, if it became known only after the credit', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(posted(it)).toEqual([]);
    await report(it, paid);
    expect(posted(it)).toEqual([['commission:1', legs(100), { coin: 'USDT', received: '50', commission: '1' }]]);
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });

  it.each([
    ['names more than was received', { ...paid, merchantAmount: '50.01' }],
    ['is still confirming', { ...paid, state: 'confirming' }],
    ['is locked', { ...paid, state: 'locked' }],
  ] as const)('is not posted for a payment that %s', async (_, changes) => {
    const it = await opened();
    await report(it, changes);
    expect(posted(it)).toEqual([]);
    expectSoundBooks(it.world);
  });
});

describe('a deposit', () => {
  it('is credited once, however often it is reported', async () => {
    const it = await opened();
    for (let times = 0; times < 5; times += 1) await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });

  it.each(['waiting', 'confirming', 'partly_paid', 'expired', 'failed'] as const)(
    'that was %s at our last read, and was locked and refunded since, ends as refunded',
    async (state) => {
      const it = await opened();
      await report(it, { state });
      expect(await report(it, { state: 'refunding' })).toMatchObject({ state: 'refunding', reviewReason: undefined });
      expect(await report(it, { state: 'refunded' })).toMatchObject({ state: 'refunded', reviewReason: undefined });
      expect(await balance(it)).toBe(0);
      expectSoundBooks(it.world);
    },
  );

  it('goes to a person when a refund failed before anything was credited', async () => {
    const it = await opened();
    expect(await report(it, { state: 'refund_failed' })).toMatchObject({
      state: 'refund_failed',
      creditedCents: 0,
      reviewReason: expect.any(String),
    });
  });

  it('is not credited before it is final', async () => {
    const it = await opened();
    await report(it, { state: 'confirming', receivedAmount: '50.00' });
    expect(await balance(it)).toBe(0);
    await report(it, { state: 'partly_paid', receivedAmount: '20.00' });
    expect(await balance(it)).toBe(0);
  });

  // Examples worked out by hand from the provider's formula.
  it.each([
    ['50.01', '50.01', 'paid', 5_000],
    ['50.01', '60', 'paid_over', 5_998],
    ['0.0005', '0.0004', 'paid_less', 4_000],
    ['50.01', '0.000000000000000001', 'paid_less', 0],
    ['50.00', '100.00', 'paid_over', 10_000],
    ['50.00', '100.01', 'paid_over', 5_000],
  ] as const)(
    'of 50 dollars asked as %s and paid with %s (%s) is worth %i cents',
    async (payerAmount, receivedAmount, state, worth) => {
      const it = await opened();
      await it.world.store.commit([
        { write: 'update', kind: 'deposit', value: { ...it.deposit, payerAmount, version: it.deposit.version + 1 } },
      ]);
      const deposit = await report(it, { payerAmount, receivedAmount, state });
      expect(await balance(it)).toBe(worth);
      expect(deposit.reviewReason !== undefined).toBe(receivedAmount === '100.01');
      expectSoundBooks(it.world);
    },
  );

  it('is credited the rest when it is topped up after a part payment', async () => {
    const it = await opened();
    await report(it, { state: 'paid_less', receivedAmount: '20.00' });
    expect(await balance(it)).toBe(2_000);
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await balance(it)).toBe(5_000);
  });

  it('that is paid after it expired is credited', async () => {
    const it = await opened();
    await report(it, { state: 'expired' });
    expect((await report(it, { state: 'paid', receivedAmount: '50.00' })).creditedCents).toBe(5_000);
  });

  it('that was credited is not taken back by "expired", and a person is called', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    const deposit = await report(it, { state: 'expired' });
    expect(await balance(it)).toBe(5_000);
    expect(deposit).toMatchObject({ state: 'paid', reviewReason: 'the provider went from paid to expired' });
  });

  it('is taken back by a refund, and the part already spent is a debt that the next deposit pays first', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await it.world.openCard(it.user);
    // The cards are frozen and unfrozen at the issuer at once: the sweeper may be a minute late.
    const cardsDue = { version: 1, eventId: `cards:${it.user.userId}` };
    expect(it.world.queued).toEqual([]);
    await report(it, { state: 'refunded' });
    expect(await balance(it)).toEqual({ availableCents: 0, debtCents: 2_000 });
    expect(it.world.queued).toEqual([cardsDue]);
    const depositId = await ask(it.world, it.user, 3_000);
    const next = { ...it, deposit: await openInvoice(it.world.services, depositId) };
    await report(next, { state: 'paid', receivedAmount: '30.00' });
    expect(await balance(it)).toBe(1_000);
    expect(it.world.queued).toEqual([cardsDue, cardsDue]);
    expectSoundBooks(it.world);
  });

  it('that is locked after it was credited cannot be spent, and is the depositor’s again when it is released', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    const locked = await report(it, { state: 'locked' });
    expect(locked).toMatchObject({
      state: 'locked',
      creditedCents: 5_000,
      frozenCents: 5_000,
      reviewReason: expect.any(String),
    });
    expect(await balance(it)).toBe(0);
    expect(await refusalOf(it.world.openCard(it.user))).toBe('InsufficientFunds');
    expectSoundBooks(it.world);
    for (let times = 0; times < 3; times += 1) await report(it, { state: 'locked' });
    expect(await balance(it)).toBe(0);
    expect(await report(it, { state: 'paid' })).toMatchObject({ creditedCents: 5_000, frozenCents: 0 });
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });

  it('that is stored as locked although its money is free is frozen by the next report of the lock', async () => {
    const it = await opened();
    const credited = await report(it, { state: 'paid', receivedAmount: '50.00' });
    await it.world.store.commit([update('deposit', credited, { state: 'locked' })]);
    expect(await report(it, { state: 'locked' })).toMatchObject({ creditedCents: 5_000, frozenCents: 5_000 });
    expect(await balance(it)).toBe(0);
    expectSoundBooks(it.world);
  });

  it('that is locked after a part was spent makes that part a debt and blocks spending until the release', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await it.world.openCard(it.user);
    await report(it, { state: 'locked' });
    expect(await balance(it)).toEqual({ availableCents: 0, debtCents: 2_000 });
    expect(await refusalOf(it.world.openCard(it.user))).toBe('AccountInDebt');
    const next = { ...it, deposit: await openInvoice(it.world.services, await ask(it.world, it.user, 3_000)) };
    await report(next, { state: 'paid', receivedAmount: '30.00' });
    expect(await balance(it)).toBe(1_000);
    await report(it, { state: 'paid' });
    expect(await balance(it)).toBe(6_000);
    expectSoundBooks(it.world);
  });

  it('that is locked and then refunded is gone: the part already spent stays a debt', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await it.world.openCard(it.user);
    await report(it, { state: 'locked' });
    await report(it, { state: 'refunding' });
    expect(await report(it, { state: 'refunded' })).toMatchObject({ creditedCents: 0, frozenCents: 0 });
    expect(await balance(it)).toEqual({ availableCents: 0, debtCents: 2_000 });
    expectSoundBooks(it.world);
  });

  it('with a refund under way cannot be spent, and is whole again when the refund fails', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await report(it, { state: 'refunding' });
    expect(await balance(it)).toBe(0);
    expect(await report(it, { state: 'refund_failed' })).toMatchObject({
      frozenCents: 0,
      reviewReason: 'a refund failed',
    });
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });

  it('that is locked leaves the other money on the balance alone', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    const other = { ...it, deposit: await openInvoice(it.world.services, await ask(it.world, it.user, 3_000)) };
    await report(other, { state: 'paid', receivedAmount: '30.00' });
    await report(it, { state: 'locked' });
    expect(await balance(it)).toBe(3_000);
  });

  it('of more than twice the invoice keeps the rest aside until a person decides', async () => {
    const it = await opened();
    const deposit = await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    expect(deposit).toMatchObject({ creditedCents: 5_000, surplusCents: 8_000 });
    const { userId, depositId } = deposit;
    expect(await it.world.store.get('movement', { userId, subjectId: depositId })).toMatchObject({
      surplusCents: 8_000,
    });
    expect(describeDeposit(deposit)).toMatchObject({ status: 'paid_over', surplus: 8_000, review: 'open' });
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });

  it('keeps its credit when a later payment of a stranger brings it over twice the invoice', async () => {
    const it = await opened();
    await report(it, { state: 'paid_over', receivedAmount: '100.00' });
    expect(await report(it, { receivedAmount: '100.01' })).toMatchObject({
      creditedCents: 10_000,
      surplusCents: 1,
      reviewReason: 'more than twice the invoice was paid',
    });
    expect(await balance(it)).toBe(10_000);
    // A later report of the smaller amount removes the surplus again.
    expect(await report(it, { receivedAmount: '100.00' })).toMatchObject({ creditedCents: 10_000, surplusCents: 0 });
    expectSoundBooks(it.world);
  });

  it.each([501, 1_005, 2_050])('of %i cents matches its invoice and is credited to the cent', async (amountCents) => {
    const it = await opened(amountCents);
    const receivedAmount = (amountCents / 100).toFixed(2);
    expect(await report(it, { state: 'paid', receivedAmount })).toMatchObject({ reviewReason: undefined });
    expect(await balance(it)).toBe(amountCents);
  });

  it('that was locked, spent in part and released with more is credited the rest after its debt is paid', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await it.world.openCard(it.user);
    expect(await report(it, { state: 'locked' })).toMatchObject({ frozenCents: 5_000 });
    expect(await balance(it)).toEqual({ availableCents: 0, debtCents: 2_000 });
    expect(await report(it, { state: 'paid_over', receivedAmount: '60.00' })).toMatchObject({ creditedCents: 6_000 });
    expect(await balance(it)).toBe(4_000);
    expectSoundBooks(it.world);
  });

  it('remembers the addresses that paid it, to find two accounts of one person', async () => {
    const it = await opened();
    await report(it, { state: 'paid_less', receivedAmount: '20.00', sourceAddress: '0xABCdef' });
    await report(it, { state: 'paid', receivedAmount: '50.00', sourceAddress: 'TFirst' });
    const sources = await it.world.store.get('depositSources', { userId: it.user.userId });
    expect(sources?.addresses).toEqual(['0xabcdef', 'TFirst']);
  });

  it('is found by the provider’s id and by every transfer id, even one that came without other news', async () => {
    const it = await opened();
    const { depositId, userId } = it.deposit;
    const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)];
    await report(it, { state: 'partly_paid', receivedAmount: '20.00' });
    await report(it, { txid: `0x${first.toUpperCase()}` });
    await report(it, { state: 'paid', receivedAmount: '50.00', txid: second });
    await report(it, {});
    const references = [`payment-${depositId}`, first, second];
    expect((await found(it.world, depositId)).references).toEqual(references);
    for (const reference of references)
      expect(await it.world.store.listDepositReferences(reference)).toEqual([{ reference, depositId, userId }]);
  });

  it('keeps at most twenty ids, and only those in the form of a transfer id', async () => {
    const it = await opened();
    for (let part = 0; part < 30; part += 1) await report(it, { txid: String(part).padStart(64, 'a') });
    await report(it, { txid: 'short' });
    expect((await found(it.world, it.deposit.depositId)).references).toHaveLength(20);
  });

  it('of the largest invoice is credited in full when it is overpaid', async () => {
    const it = await opened(1_000_000);
    expect(await report(it, { state: 'paid_over', receivedAmount: '12000.00' })).toMatchObject({
      creditedCents: 1_200_000,
    });
    expect(await balance(it)).toBe(1_200_000);
  });

  it('notes in the journal the fraction of a cent that rounding down left with us', async () => {
    const it = await opened();
    await report(it, { state: 'paid_less', receivedAmount: '49.9999' });
    const [record] = it.world.store.all('journal').filter(({ kind }) => kind === 'deposit_credited');
    expect(record).toMatchObject({ roundedOffMicroCents: 990_000 });
  });

  it('keeps the last forty steps of its timeline', async () => {
    const it = await opened();
    for (let cent = 1; cent <= 45; cent += 1)
      await report(it, { state: 'partly_paid', receivedAmount: (cent / 100).toFixed(2) });
    const { events } = await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(events).toHaveLength(40);
    expect(events.at(-1)).toMatchObject({ status: 'paid', creditedCents: 5_000 });
  });

  it('keeps the address of the credited payment when another sender pays later', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00', sourceAddress: 'TFirst' });
    expect(await report(it, { state: 'locked', sourceAddress: 'TOther' })).toMatchObject({ sourceAddress: 'TFirst' });
  });

  it('that waits for a person is polled no more often, and stops waiting when the provider resolves it', async () => {
    const it = await opened();
    it.world.clock.advance(10 * 60_000);
    const parked = await report(it, { paymentId: 'payment-other' });
    expect(parked.reviewReason).toBe('the payment has another id');
    expect(parked.dueAtMs).toBeGreaterThan(it.world.clock.now());
    const { paymentId } = it.deposit;
    const paid = { state: 'paid', receivedAmount: '50.00', ...(paymentId === undefined ? {} : { paymentId }) } as const;
    expect(await report(it, paid)).toMatchObject({
      creditedCents: 5_000,
      reviewReason: undefined,
      waitsSinceMs: undefined,
    });
  });

  it('is next read when its new state asks for it', async () => {
    const it = await opened();
    it.world.clock.advance(60 * 60_000);
    const { dueAtMs } = await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(dueAtMs).toBe(it.world.clock.now() + 10 * 60_000);
  });

  it('to an address that differs in a capital letter only is another payment', async () => {
    const it = await opened();
    const address = `A${it.deposit.address?.slice(1)}`;
    expect(await report(it, { address, state: 'paid', receivedAmount: '50.00' })).toMatchObject({
      creditedCents: 0,
      reviewReason: 'the invoice has another address',
    });
  });

  it('reported as paid with less than the invoice is credited the received amount, and a person is called', async () => {
    const it = await opened();
    const deposit = await report(it, { state: 'paid', receivedAmount: '48.00' });
    expect(deposit).toMatchObject({ creditedCents: 4_800, reviewReason: 'paid, but less was received than asked' });
  });

  it('that is paid in two parts shows both arrivals', async () => {
    const it = await opened();
    await report(it, { state: 'partly_paid', receivedAmount: '10.00' });
    await report(it, { state: 'partly_paid', receivedAmount: '10.00' });
    const deposit = await report(it, { state: 'partly_paid', receivedAmount: '30.00' });
    expect(deposit.events.map(({ status }) => status)).toEqual(['pending', 'paid_less', 'paid_less']);
    expect((await report(it, { state: 'paid', receivedAmount: '50.00' })).creditedCents).toBe(5_000);
  });

  it.each([
    ['reference', { reference: 'dep_other' }],
    ['id', { paymentId: 'payment-other' }],
    ['amount', { invoiceAmount: '5000.00' }],
    ['amount', { invoiceAmount: '50.01' }],
    ['currency', { invoiceCurrency: 'EUR' }],
    ['coin', { payerCurrency: 'BTC' }],
    ['asked amount', { payerAmount: '0.01' }],
    ['address', { address: 'somewhere else' }],
  ])('is not credited for a payment with another %s', async (_what, changes) => {
    const it = await opened();
    const deposit = await report(it, { ...changes, state: 'paid', receivedAmount: '50.00' });
    expect(await balance(it)).toBe(0);
    expect(deposit.reviewReason).toBeDefined();
  });

  it('ends at the right amount for any order, repetition and loss of reports', async () => {
    const states = fc.constantFrom<Partial<Payment>>(
      { state: 'confirming', receivedAmount: '50.00' },
      { state: 'partly_paid', receivedAmount: '10.00' },
      { state: 'paid_less', receivedAmount: '10.00' },
      { state: 'paid', receivedAmount: '50.00' },
      { state: 'expired' },
      { state: 'locked' },
      { state: 'refunding' },
      { state: 'refund_failed' },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(states, { maxLength: 8 }), async (story) => {
        const it = await opened();
        for (const changes of story) await report(it, changes);
        const last = await report(it, { state: 'paid', receivedAmount: '50.00' });
        // Only a state that cannot lead to "paid" may keep the deposit uncredited, and then a person is called.
        expect(last.creditedCents === 5_000 || last.reviewReason !== undefined).toBe(true);
        const { availableCents, debtCents } = await it.world.wallet(it.user);
        expect(availableCents - debtCents).toBe(last.creditedCents - last.frozenCents);
        expectSoundBooks(it.world);
      }),
      { numRuns: 100 },
    );
  });
});

describe('opening a deposit', () => {
  it.each([
    ['XYZ', 'TRON', 5_000, 'NotFound'],
    ['USDT', 'BTC', 5_000, 'ValidationFailed'],
    ['USDT', 'TRON', 499, 'AmountTooSmall'],
    ['USDT', 'TON', 5_000, 'CoinUnavailable'],
    ['BTC', 'BTC', 5_000, 'NotFound'],
  ])('in %s on %s over %i cents is refused: %s', async (currency, network, amount, code) => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    expect(await refusalOf(ask(world, user, amount, currency, network))).toBe(code);
    expect(world.store.all('deposit')).toHaveLength(0);
  });

  it('leads its payer back to it from the pay page, and is listed under the provider’s id with that page', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const depositId = await ask(world, user, 5_000);
    const requestPayment = vi.spyOn(world.payments, 'requestPayment');
    const payments = { ...world.services.payments, requestPayment };
    const { paymentId, paymentUrl } = await openInvoice({ ...world.services, payments }, depositId);
    const page = `${world.services.settings.siteUrl}/dashboard?deposit=${depositId}`;
    expect(requestPayment.mock.calls).toMatchObject([[{ depositId, returnUrl: page, successUrl: page }]]);
    expect(paymentUrl).toBeDefined();
    expect(world.store.all('movement')).toMatchObject([{ subjectId: depositId, tid: paymentId, paymentUrl }]);
  });

  it('asks again under the same reference after a lost answer: there is one invoice', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const depositId = await ask(world, user, 5_000);
    world.payments.failures.push('unheard');
    expect(await refusalOf(openInvoice(world.services, depositId))).toBe('ProviderUnavailable');
    expect(await openInvoice(world.services, depositId)).toMatchObject({ lifecycle: 'open' });
    expect(world.payments.invoices.size).toBe(1);
  });

  it('opens it once its invoice is known, from a reply or a webhook, even an invoice for another amount', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    for (const state of ['open', 'paid', 'other'] as const) {
      // Each deposit has another amount: for an equal one the earlier deposit would be returned.
      const amountCents = { open: 5_000, paid: 5_100, other: 5_200 }[state];
      const depositId = await ask(world, user, amountCents);
      if (state === 'paid') {
        world.payments.failures.push('unheard');
        await refusalOf(openInvoice(world.services, depositId));
        await report(
          { world, user, deposit: await found(world, depositId) },
          { state: 'paid', receivedAmount: '51.00' },
        );
      } else {
        const { payments } = world.services;
        const requestPayment: typeof payments.requestPayment = async (command) => {
          const answer = await payments.requestPayment(command);
          if (answer.outcome !== 'success' || state === 'open') return answer;
          return { ...answer, value: { ...answer.value, invoiceAmount: '5.00' } };
        };
        await openInvoice({ ...world.services, payments: { ...payments, requestPayment } }, depositId);
      }
      expect(await found(world, depositId)).toMatchObject({
        lifecycle: 'open',
        reviewReason: state === 'other' ? 'the invoice is for another amount' : undefined,
      });
    }
  });

  it('is finished by the poller when its process died before the answer came', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const depositId = await ask(world, user, 5_000);
    world.clock.advance(61_000);
    await pollDeposits(world.services);
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ lifecycle: 'open' });
    expect(world.payments.invoices.size).toBe(1);
  });

  it('is polled ahead of its time on request', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const depositId = await ask(world, user, 5_000);
    expect(await pollDeposits(world.services)).toMatchObject({ deposits: 0 });
    expect(await pollDeposits(world.services, { aheadMs: 60_000 })).toMatchObject({ deposits: 1 });
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ lifecycle: 'open' });
  });

  it('fails for good when the provider declines', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const depositId = await ask(world, user, 5_000);
    world.payments.failures.push('declined');
    const commits: string[][] = [];
    world.store.beforeCommit = (writes) => void commits.push(writes.map(({ kind }) => kind));
    expect(await refusalOf(openInvoice(world.services, depositId))).toBe('AmountTooSmall');
    expect(commits).toEqual([['deposit', 'movement']]);
    expect(await world.store.get('movement', { userId: user.userId, subjectId: depositId })).toMatchObject({
      status: 'failed',
    });
  });
});

describe('the poller', () => {
  it('credits a payment whose webhook never came', async () => {
    const it = await opened();
    it.world.payments.become(it.deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    it.world.clock.advance(10 * 60_000);
    await pollDeposits(it.world.services);
    expect(await balance(it)).toBe(5_000);
  });
});

describe('the poller, where something is wrong,', () => {
  it('still reads a payment that the provider no longer knows at the usual pace', async () => {
    const it = await opened();
    it.world.payments.invoices.delete(it.deposit.depositId);
    it.world.clock.advance(60 * 60_000);
    await pollDeposits(it.world.services);
    const { dueAtMs } = await found(it.world, it.deposit.depositId);
    expect(dueAtMs).toBe(it.world.clock.now() + 60 * 60_000);
  });

  it('reports an invoice that it could not store', async () => {
    const world = moneyWorld();
    await ask(world, await world.cardholder(0), 5_000);
    world.clock.advance(61_000);
    world.store.beforeCommit = () => {
      throw new StoreUnavailable('down');
    };
    expect(await pollDeposits(world.services)).toEqual({ deposits: 0, failed: 1, left: 0 });
  });
});

describe('an invoice that exists', () => {
  it('is not asked for again', async () => {
    const it = await opened();
    it.world.payments.failures.push('lost');
    expect(await openInvoice(it.world.services, it.deposit.depositId)).toMatchObject({ lifecycle: 'open' });
  });

  it('is not set back by an earlier request for it whose answer was lost', async () => {
    const world = moneyWorld();
    const depositId = await ask(world, await world.cardholder(0), 5_000);
    const { payments } = world.services;
    const requestPayment: typeof payments.requestPayment = async () => {
      await openInvoice(world.services, depositId);
      return { outcome: 'unknown', detail: 'timeout' };
    };
    const slower = { ...world.services, payments: { ...payments, requestPayment } };
    expect(await refusalOf(openInvoice(slower, depositId))).toBe('ProviderUnavailable');
    expect(await found(world, depositId)).toMatchObject({ lifecycle: 'open', createAttempts: 0 });
  });
});

describe('an invoice that the provider does not answer about', () => {
  it('is requested thirty times, at growing delays, before it is given up', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const depositId = await ask(world, user, 5_000);
    for (let asked = 1; asked <= 30; asked += 1) {
      world.payments.failures.push('lost');
      expect(await refusalOf(openInvoice(world.services, depositId))).toBe('ProviderUnavailable');
      expect(await world.store.get('deposit', { depositId })).toMatchObject({
        lifecycle: 'creating',
        createAttempts: asked,
        dueAtMs: world.clock.now() + Math.min(10, asked) * 60_000,
      });
      if (asked === 29) expect(isHopeless(await found(world, depositId))).toBe(false);
    }
    expect(isHopeless(await found(world, depositId))).toBe(true);
    world.clock.advance(10 * 60_000);
    await pollDeposits(world.services);
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ lifecycle: 'refused' });
  });

  it('is not given up until the provider says that it does not exist: its payer may have paid', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const depositId = await ask(world, user, 5_000);
    world.payments.failures.push('unheard');
    await refusalOf(openInvoice(world.services, depositId));
    await world.store.commit([update('deposit', await found(world, depositId), { createAttempts: 30 })]);
    world.payments.become(depositId, { state: 'paid', receivedAmount: '50.00' });
    world.clock.advance(10 * 60_000);
    world.payments.failures.push('lost');
    await pollDeposits(world.services);
    expect(await found(world, depositId)).toMatchObject({ lifecycle: 'creating' });
    world.clock.advance(10 * 60_000);
    await pollDeposits(world.services);
    expect(await found(world, depositId)).toMatchObject({ lifecycle: 'open', creditedCents: 5_000 });
  });

  it('is not given up once it exists, even by a caller that thought it hopeless', async () => {
    const it = await opened();
    const { depositId } = it.deposit;
    const before = await found(it.world, depositId);
    await refuse(it.world.services, depositId);
    expect(await found(it.world, depositId)).toEqual(before);
  });

  it('is read again five minutes after a read without an answer', async () => {
    const it = await opened();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    it.world.clock.advance(2 * 60 * 60_000);
    it.world.payments.failures.push('lost');
    await pollDeposits(it.world.services);
    const { dueAtMs } = await found(it.world, it.deposit.depositId);
    expect(dueAtMs).toBe(it.world.clock.now() + 5 * 60_000);
  });
});

describe('a read of a payment that a newer one has overtaken', () => {
  /** Lets something happen right after each of the first reads, before the caller has their answers. */
  function overtaken(it: Opened, ...then: (() => Promise<unknown>)[]): MoneyWorld['services'] {
    const { payments, services } = it.world;
    const readPayment: typeof payments.readPayment = async (reference) => {
      const answer = await payments.readPayment(reference);
      await then.shift()?.();
      return answer;
    };
    return { ...services, payments: { ...payments, readPayment } };
  }
  const locks = (it: Opened) => (): Promise<unknown> => report(it, { state: 'locked' });
  const asAdmin = async ({ world, deposit }: Opened) => {
    const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
    return { actorId, depositId: deposit.depositId };
  };

  it.each<[string, (it: Opened, services: MoneyWorld['services']) => Promise<unknown>]>([
    [
      'a webhook',
      async ({ world, deposit: { depositId } }, services) => {
        const body = Buffer.from(JSON.stringify({ reference: depositId, paymentId: 'x', claimedStatus: 'paid' }));
        await storeEvent(
          { ...services, queue: services.paymentEvents },
          { source: 'payments', body, about: depositId },
        );
        const [event] = world.store.all('event');
        return processPaymentEvent(services, event?.eventId ?? '');
      },
    ],
    [
      'the poller',
      async ({ world, deposit: { depositId } }, services) => pollDeposit(services, await found(world, depositId)),
    ],
    [
      'a view',
      async ({ world, user: { userId }, deposit: { depositId } }, services) => {
        world.clock.advance(30_000);
        return refreshDepositOnView(services, { userId, depositId });
      },
    ],
    ['the question of staff', async (it, services) => askDeposit(services, await asAdmin(it))],
    ['the file that staff open', async (it, services) => readDepositFile(services, await asAdmin(it))],
    [
      'a proposal of reconciliation',
      async ({ user: { userId: ownerId }, deposit: { depositId: subject } }, services) =>
        applyProposal(services, { ownerId, proposal: { by: 'call', call: 'applyPayment', subject } } as never),
    ],
  ])('by %s frees nothing of a locked payment', async (_by, read) => {
    const it = await opened();
    await report(it, { state: 'confirming' });
    it.world.payments.become(it.deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    await read(it, overtaken(it, locks(it)));
    const { depositId } = it.deposit;
    expect(await found(it.world, depositId)).toMatchObject({
      state: 'locked',
      creditedCents: 0,
      reviewReason: undefined,
    });
    expect(await balance(it)).toBe(0);
    expectSoundBooks(it.world);
  });

  it('frees nothing of a payment that was credited before, either', async () => {
    const it = await opened();
    const { depositId } = it.deposit;
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await pollDeposit(overtaken(it, locks(it)), await found(it.world, depositId));
    expect(await found(it.world, depositId)).toMatchObject({
      state: 'locked',
      creditedCents: 5_000,
      frozenCents: 5_000,
    });
    expect(await balance(it)).toBe(0);
    expectSoundBooks(it.world);
  });

  it('is repeated as often as the deposit changes', async () => {
    const it = await opened();
    const { depositId } = it.deposit;
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    const services = overtaken(it, locks(it), () => report(it, { state: 'refunding' }));
    await pollDeposit(services, await found(it.world, depositId));
    expect(await found(it.world, depositId)).toMatchObject({ state: 'refunding', reviewReason: undefined });
  });

  it('is no ground for a decision of staff', async () => {
    const it = await opened();
    await report(it, { state: 'paid_over', receivedAmount: '180.00' });
    const decision = { ...(await asAdmin(it)), outcome: 'credit', reason: 'Asked the provider.' } as const;
    expect(await refusalOf(decideDeposit(overtaken(it, locks(it)), decision))).toBe('Conflict');
    expect(await found(it.world, it.deposit.depositId)).toMatchObject({ state: 'locked', decision: undefined });
    expectSoundBooks(it.world);
  });

  it('is repeated until the provider answers; without an answer nothing changes', async () => {
    const it = await opened();
    const { depositId } = it.deposit;
    await report(it, { state: 'confirming' });
    it.world.payments.become(depositId, { state: 'paid', receivedAmount: '50.00' });
    const services = overtaken(it, async () => {
      await locks(it)();
      it.world.payments.failures.push('lost');
    });
    await pollDeposit(services, await found(it.world, depositId));
    expect(await found(it.world, depositId)).toMatchObject({ state: 'locked' });
    it.world.payments.become(depositId, { state: 'paid' });
    const silent = overtaken(it, async () => {
      await locks(it)();
      it.world.payments.failures.push(...Array.from({ length: 20 }, () => 'lost' as const));
    });
    await expect(pollDeposit(silent, await found(it.world, depositId))).rejects.toThrow('not written');
    expect(await found(it.world, depositId)).toMatchObject({ state: 'locked' });
  });

  it('does not make staff look at a payment that came while its invoice was made', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const depositId = await ask(world, user, 5_000);
    const { payments, services } = world;
    const requestPayment: typeof payments.requestPayment = async (order) => {
      const answer = await payments.requestPayment(order);
      const deposit = await found(world, depositId);
      await report({ world, user, deposit }, { state: 'paid', receivedAmount: '50.00' });
      return answer;
    };
    await openInvoice({ ...services, payments: { ...payments, requestPayment } }, depositId);
    expect(await found(world, depositId)).toMatchObject({
      state: 'paid',
      creditedCents: 5_000,
      reviewReason: undefined,
    });
  });
});

describe('viewing a deposit', () => {
  const look = ({ world, user, deposit }: Opened): Promise<Deposit> =>
    refreshDepositOnView(world.services, { userId: user.userId, depositId: deposit.depositId });

  it('finds a part payment, which comes without a webhook, within half a minute', async () => {
    const it = await opened();
    it.world.payments.become(it.deposit.depositId, { state: 'partly_paid', receivedAmount: '20.00' });
    expect((await look(it)).state).toBe('waiting');
    it.world.clock.advance(30_000);
    expect(await look(it)).toMatchObject({ state: 'partly_paid', receivedAmount: '20.00', creditedCents: 0 });
  });

  it('finds a payment that came hours after it expired, whose webhook was lost', async () => {
    const it = await opened();
    await report(it, { state: 'expired' });
    it.world.clock.advance(2 * 60 * 60_000);
    it.world.payments.become(it.deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    expect(await look(it)).toMatchObject({ state: 'paid', creditedCents: 5_000 });
  });

  it('asks the provider once in thirty seconds, however many views there are', async () => {
    const it = await opened();
    let asked = 0;
    const payments = {
      ...it.world.payments,
      readPayment: (reference: string) => ((asked += 1), it.world.payments.readPayment(reference)),
    };
    it.world.clock.advance(30_000);
    const services = { ...it.world.services, payments };
    await Promise.all(
      Array.from({ length: 5 }, () =>
        refreshDepositOnView(services, { userId: it.user.userId, depositId: it.deposit.depositId }),
      ),
    );
    expect(asked).toBe(1);
  });

  it('shows the stored state while the provider does not answer', async () => {
    const it = await opened();
    it.world.clock.advance(30_000);
    it.world.payments.failures.push('lost');
    expect((await look(it)).state).toBe('waiting');
  });

  it('is not for strangers', async () => {
    const it = await opened();
    const stranger = await it.world.cardholder(0);
    expect(await refusalOf(look({ ...it, user: stranger }))).toBe('NotFound');
  });
});
