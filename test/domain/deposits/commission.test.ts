import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { closeBooks } from '#functions/domain/reports/close-books.ts';
import { describeReport } from '#functions/domain/reports/describe-report.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

/* Compares the coins in the books with the provider's balance. Of a refund the provider keeps only its commission. */

let world: MoneyWorld;
let user: User;
let admin: User;
let depositId: Awaited<ReturnType<typeof openDeposit>>['depositId'];

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(0);
  admin = await world.cardholder(0, { role: 'admin' });
  world.issuer.floatCents = cents(0);
  ({ depositId } = await openDeposit(world, user));
});

const report = async (changes: Partial<Payment>): Promise<void> => {
  world.payments.become(depositId, changes);
  const payment = world.payments.invoices.get(depositId);
  if (payment) await applyFresh(world.services, depositId, payment);
};
const refuse = () =>
  decideDeposit(world.services, { depositId, actorId: admin.userId, outcome: 'refuse', reason: 'Not theirs.' });
const deposit = () => world.store.get('deposit', { depositId });
/** Closes the books against these balances of the provider; true when they tie exactly. */
const ties = async (balances: MoneyWorld['payments']['balances']): Promise<boolean> => {
  world.payments.balances = balances;
  const { tieOutCents } = await closeBooks(world.services);
  const report = await world.store.get('dailyReport', { slot: 'open' });
  const inTransit = report?.tie?.provider?.filter((coin) => coin.inTransit !== '0') ?? [];
  return tieOutCents === 0 && inTransit.length === 0;
};
const totalOf = (name: string): number =>
  world.store
    .all('journal')
    .flatMap(({ legs }) => legs)
    .reduce((total, leg) => (leg.account === name ? total + leg.amountCents : total), 0);

const paid = { state: 'paid', receivedAmount: '50.00', merchantAmount: '49.00' } as const;
/** Fields of a reply of the provider about another payment. */
const another = { reference: 'other_1', paymentId: 'other-payment' } as const;
const own = (): Partial<Payment> => ({ reference: depositId, paymentId: `payment-${depositId}` });

describe('the coins of a deposit that staff refused uncredited', () => {
  it('leave the books once with its refund, however often the refund is reported', async () => {
    await report({ ...paid, ...another });
    world.payments.become(depositId, own());
    await refuse();
    expect(await deposit()).toMatchObject({ state: 'paid', creditedCents: 0 });
    expect(await ties({ USDT: '49.00' })).toBe(true);
    for (let times = 0; times < 3; times += 1) await report({ state: 'refunded' });
    expect(await ties({ USDT: '-1.00' })).toBe(true);
    expect(await deposit()).toMatchObject({ state: 'refunded', creditedCents: 0, booked: { received: '0' } });
    expect(totalOf(account.providerFees)).toBe(100);
    expectSoundBooks(world);
  });

  it('leave the report of the day of the refund, not of the day of the payment', async () => {
    await report({ ...paid, ...another });
    world.payments.become(depositId, own());
    await refuse();
    expect(await ties({ USDT: '49.00' })).toBe(true);
    const day = new Date(world.clock.now()).toISOString().slice(0, 10);
    world.clock.advance(26 * 60 * 60_000);
    expect(await ties({ USDT: '49.00' })).toBe(true);
    const closed = await world.store.get('dailyReport', { slot: day });
    expect(closed).toMatchObject({ coins: { USDT: { received: '50' } } });
    await report({ state: 'refunded' });
    expect(await ties({ USDT: '-1.00' })).toBe(true);
    expect(await world.store.get('dailyReport', { slot: day })).toEqual(closed);
    expect(await world.store.get('dailyReport', { slot: 'open' })).toMatchObject({
      coins: { USDT: { received: '-50', refundedCents: 0 } },
    });
  });

  it.each([
    ['another address', { address: 'another-address' }],
    ['another coin', { payerCurrency: 'TRX' }],
    ['another amount', { invoiceAmount: '51.00' }],
  ] as const)('tie also when a payment with %s was refused and refunded', async (_what, odd) => {
    const coin = 'payerCurrency' in odd ? 'TRX' : 'USDT';
    await report({ ...paid, ...odd });
    await refuse();
    expect(await ties({ [coin]: '49.00' })).toBe(true);
    await report({ state: 'refunded' });
    expect(await ties({ [coin]: '-1.00' })).toBe(true);
    expectSoundBooks(world);
  });

  it('tie when the refused payment is confirmed later and then refunded', async () => {
    await report({ ...paid, ...another, state: 'confirming' });
    world.payments.become(depositId, own());
    await refuse();
    expect(await ties({})).toBe(true);
    await report({ ...paid });
    expect(await ties({ USDT: '49.00' })).toBe(true);
    await report({ state: 'refunded' });
    expect(await ties({ USDT: '-1.00' })).toBe(true);
    expectSoundBooks(world);
  });

  it('are in the books even if the commission is less than a cent', async () => {
    await report({ ...paid, ...another, merchantAmount: '50.00' });
    world.payments.become(depositId, own());
    await refuse();
    expect(await ties({ USDT: '50.00' })).toBe(true);
    await report({ state: 'refunded' });
    expect(await ties({})).toBe(true);
    expect(totalOf(account.providerFees)).toBe(0);
    expectSoundBooks(world);
  });
});

describe('the commission on a refund of money that was never credited', () => {
  it.each([
    ['locked', { ...paid, state: 'locked' }],
    ['taken for another payment', { ...paid, ...another }],
    ['of another coin', { ...paid, payerCurrency: 'TRX' }],
    ['never heard of', {}],
  ] as const)('is our expense: a payment %s before the refund', async (_what, first) => {
    if (Object.keys(first).length > 0) await report(first);
    const coin = 'payerCurrency' in first ? 'TRX' : 'USDT';
    for (let times = 0; times < 2; times += 1) await report({ ...paid, ...own(), state: 'refunded' });
    expect(await deposit()).toMatchObject({ state: 'refunded', creditedCents: 0, commissionCents: 100 });
    expect(totalOf(account.providerFees)).toBe(100);
    expect(await ties({ [coin]: '-1.00' })).toBe(true);
    expectSoundBooks(world);
  });

  it('stays as it was posted when the refund no longer names our share', async () => {
    await report(paid);
    await report({ state: 'refunded', merchantAmount: '0.00' });
    expect(await deposit()).toMatchObject({ commissionCents: 100 });
    expect(await ties({ USDT: '-1.00' })).toBe(true);
  });
});

describe('the coins of a deposit', () => {
  it('are booked in the coin that came when staff accepted another coin', async () => {
    await report({ ...paid, payerCurrency: 'TRX' });
    await decideDeposit(world.services, {
      depositId,
      actorId: admin.userId,
      outcome: 'credit',
      accept: ['coin'],
      reason: 'Worth as much.',
    });
    expect(await ties({ TRX: '49.00' })).toBe(true);
    const books = await world.store.get('dailyReport', { slot: 'open' });
    expect(books && describeReport(books).deposits).toEqual([
      {
        coin: 'TRX',
        count: 1,
        credited: 5_000,
        refunded: 0,
        commission: 100,
        received: '50',
        commissionInCoin: '1',
        paidOut: '0',
      },
    ]);
    await report({ state: 'refunded' });
    expect(await ties({ TRX: '-1.00' })).toBe(true);
    expectSoundBooks(world);
  });

  it('tie while a later payment in another coin waits for staff', async () => {
    await report(paid);
    await report({ payerCurrency: 'TRX', receivedAmount: '20.00', merchantAmount: '19.00' });
    expect(await deposit()).toMatchObject({ creditedCents: 5_000, unbooked: { coin: 'TRX', received: '20' } });
    world.payments.balances = { USDT: '49.00', TRX: '19.00' };
    expect(await closeBooks(world.services)).toMatchObject({ tieOutCents: 0 });
  });

  it.each([{}, { USDT: '49.00' }, { USDT: '-1.00' }])('tie while a refund is under way: %o', async (balances) => {
    await report(paid);
    await report({ state: 'refunding' });
    world.payments.balances = balances;
    expect(await closeBooks(world.services)).toMatchObject({ tieOutCents: 0 });
    world.payments.balances = { USDT: '-1.01' };
    expect(await closeBooks(world.services)).toMatchObject({ tieOutCents: 1 });
  });

  it('tie while the provider pays again what it had refunded', async () => {
    await report({ ...paid, state: 'refunded' });
    await report(paid);
    world.payments.balances = { USDT: '49.00' };
    expect(await closeBooks(world.services)).toMatchObject({ tieOutCents: 0 });
  });
});
