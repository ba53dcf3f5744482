import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { DailyReport } from '#functions/ports/entities/reports.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { insert, remove, update } from '#functions/ports/store.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { closeBooks } from '#functions/domain/reports/close-books.ts';
import { readReport } from '#functions/domain/reports/read-report.ts';
import { describeReport } from '#functions/domain/reports/describe-report.ts';
import { noStatistics } from '#functions/domain/statistics/add-statistics.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

/* The days of the books, over the real handlers and providers whose balances are moved by hand. */

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

let world: MoneyWorld;
let user: User;
let today: string;

beforeEach(async () => {
  world = moneyWorld();
  world.clock.advance(dayMs - (world.clock.now() % dayMs) + 9 * hourMs);
  today = new Date(world.clock.now()).toISOString().slice(0, 10);
  user = await world.cardholder(0);
  world.issuer.floatCents = cents(0);
});

const close = () => closeBooks(world.services);
const reportOf = async (slot: string): Promise<DailyReport> => {
  const report = await world.store.get('dailyReport', { slot });
  if (report === undefined) throw new Error(`no report in ${slot}`);
  return report;
};
const depositOf = async (depositId: string) => {
  const deposit = await world.store.get('deposit', { depositId: depositId as never });
  if (deposit === undefined) throw new Error('no such deposit');
  return deposit;
};
const described = async (slot: string) => describeReport(await reportOf(slot));
const becomes = async (depositId: string, changes: Partial<Payment>): Promise<void> => {
  world.payments.become(depositId, changes);
  const payment = world.payments.invoices.get(depositId);
  if (payment) await applyFresh(world.services, depositId as never, payment);
};
/** Opens a paid deposit of $50, of which the provider keeps $1, runs the job and returns the deposit's id. */
const paid = async (): Promise<string> => {
  const { depositId } = await openDeposit(world, user, 5_000);
  await becomes(depositId, { state: 'paid', receivedAmount: '50.00', merchantAmount: '49.00' });
  await close();
  return depositId;
};
/** Moves the clock to this many hours after the end of the day on which the test began. */
const toHoursAfter = (hours: number): void =>
  world.clock.advance(Date.parse(today) + dayMs + hours * hourMs - world.clock.now());

describe('a day of the books', () => {
  it('grows until it is over, and ties with the providers’ balances', async () => {
    await paid();
    world.payments.balances = { USDT: '49.00' };
    await close();
    expect(await described('open')).toMatchObject({
      day: today,
      state: 'open',
      deposits: [{ coin: 'USDT', count: 1, credited: 5_000, commission: 100, received: '50', commissionInCoin: '1' }],
      revenue: { providerFees: 100, net: -100 },
      balances: { provider: 4_900, available: 5_000, liabilities: 5_000 },
      tieOut: 0,
    });
    await paid();
    world.payments.balances = { USDT: '98.00' };
    await close();
    expect(await described('open')).toMatchObject({ credited: 10_000, tieOut: 0 });
  });

  it('sums all of its records, however many pages the journal has', async () => {
    for (let count = 0; count < 12; count += 1) await paid();
    expect(world.store.all('journal').length).toBeGreaterThan(12);
    expect(await close()).toMatchObject({ records: world.store.all('journal').length });
    expect(await described('open')).toMatchObject({ credited: 60_000, balances: { available: 60_000 } });
  });

  it('is closed an hour after its end and carries its balances over', async () => {
    await paid();
    world.payments.balances = { USDT: '49.00' };
    toHoursAfter(0.9);
    expect(await close()).toMatchObject({ closed: 0 });
    toHoursAfter(1);
    expect(await close()).toMatchObject({ closed: 1 });
    expect(await described(today)).toMatchObject({ state: 'closed', credited: 5_000, tieOut: 0 });
    expect(await described('open')).toMatchObject({
      state: 'open',
      credited: 0,
      balances: { provider: 4_900, available: 5_000 },
      tieOut: 0,
    });
  });

  it('has a report from its first minute, also while the day before waits to tie', async () => {
    const at = async () => describeReport(await readReport(world.store, tomorrow, world.clock.now()));
    const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10);
    await paid();
    await expect(at()).rejects.toThrow('no report of this day');
    toHoursAfter(0.1);
    // The job has not run yet on this day.
    expect(await at()).toMatchObject({
      day: tomorrow,
      state: 'open',
      asOf: `${tomorrow}T00:00:00.000Z`,
      credited: 0,
      balances: { provider: 4_900, available: 5_000 },
      tieOut: null,
    });
    await paid();
    expect(await at()).toMatchObject({
      credited: 5_000,
      balances: { provider: 9_800, available: 10_000 },
      tieOut: 9_800,
    });
    // Two hours later the day before is still open, for it does not tie.
    toHoursAfter(2);
    await paid();
    expect(await described('open')).toMatchObject({ day: today, credited: 5_000, balances: { available: 5_000 } });
    expect(await at()).toMatchObject({ state: 'open', credited: 10_000, balances: { available: 15_000 } });
    world.payments.balances = { USDT: '147.00' };
    await close();
    expect(await described(today)).toMatchObject({ state: 'closed', credited: 5_000 });
    expect(await at()).toMatchObject({ day: tomorrow, state: 'open', credited: 10_000, tieOut: 0 });
    // The report of that day is not shown for another one.
    toHoursAfter(24.1);
    await close();
    const third = new Date(Date.parse(tomorrow) + dayMs).toISOString().slice(0, 10);
    const next = describeReport(await readReport(world.store, third, world.clock.now()));
    expect(next).toMatchObject({ day: third, credited: 0, balances: { available: 15_000 } });
    await expect(readReport(world.store, '2099-01-01', world.clock.now())).rejects.toThrow('no report');
  });

  it('never changes once it is closed: a refund is in the day on which it is posted', async () => {
    const depositId = await paid();
    world.payments.balances = { USDT: '49.00' };
    toHoursAfter(2);
    await close();
    const closed = await reportOf(today);
    await becomes(depositId, { state: 'refunded' });
    await close();
    toHoursAfter(36);
    await close();
    expect(await reportOf(today)).toEqual(closed);
    const next = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10);
    expect(await described(next)).toMatchObject({
      credited: 0,
      refunded: 5_000,
      deposits: [{ coin: 'USDT', received: '-50', commission: 0 }],
      balances: { provider: -100, available: 0 },
    });
  });

  it('is not said to tie while a provider did not answer, but shows the difference that is known', async () => {
    await paid();
    const report = await reportOf('open');
    const heard = (amountCents: number) => {
      const { provider: _unheard, ...tie } = report.tie ?? { atMs: 0, amountCents: cents(0) };
      return describeReport({ ...report, tie: { ...tie, amountCents: cents(amountCents) } });
    };
    expect(heard(0)).toMatchObject({ tieOut: null, comparison: { provider: null } });
    expect(heard(300)).toMatchObject({ tieOut: 300 });
  });

  it('ties while a payment waits for a decision, even when it is no longer polled', async () => {
    await paid();
    const { depositId } = await openDeposit(world, user, 3_000);
    const odd = { state: 'paid', receivedAmount: '30.00', merchantAmount: '29.40' } as const;
    await becomes(depositId, { ...odd, address: 'another-address' });
    world.payments.balances = { USDT: '78.40' };
    await close();
    expect(await described('open')).toMatchObject({
      tieOut: 0,
      comparison: { provider: [{ coin: 'USDT', books: '49', theirs: '78.4', inTransit: '29.4', difference: '0' }] },
    });
    // Only an amount beyond the waiting payment is a difference, also when the deposit is no longer polled.
    world.payments.balances = { USDT: '79.01' };
    expect(await close()).toMatchObject({ tieOutCents: 1 });
    world.payments.balances = { USDT: '78.40' };
    await becomes(depositId, { payerCurrency: 'TRX' });
    expect(await close()).toMatchObject({ tieOutCents: 2_940 });
    world.payments.balances = { USDT: '49.00', TRX: '29.40' };
    expect(await close()).toMatchObject({ tieOutCents: 0 });
    const { dueAtMs: _due, ...waits } = await depositOf(depositId);
    await world.store.commit([update('deposit', await depositOf(depositId), { ...waits, dueAtMs: undefined })]);
    expect(await close()).toMatchObject({ tieOutCents: 0 });
  });

  it('counts only the new part of a credited deposit that waits for a decision', async () => {
    const depositId = await paid();
    world.payments.balances = { USDT: '58.80' };
    await becomes(depositId, {
      state: 'paid_over',
      receivedAmount: '60.00',
      merchantAmount: '58.80',
      address: 'another',
    });
    expect(await close()).toMatchObject({ tieOutCents: 0 });
    world.payments.balances = { USDT: '59.01' };
    expect(await close()).toMatchObject({ tieOutCents: 1 });
  });

  it('that does not tie waits for six hours, and is closed with its difference then', async () => {
    await paid();
    world.payments.balances = { USDT: '48.50' };
    toHoursAfter(2);
    expect(await close()).toMatchObject({ closed: 0, tieOutCents: 50 });
    toHoursAfter(6);
    expect(await close()).toMatchObject({ closed: 1, tieOutCents: 50 });
    expect(await described(today)).toMatchObject({
      tieOut: 50,
      comparison: { provider: [{ coin: 'USDT', books: '49', theirs: '48.5', difference: '-0.5', worth: 50 }] },
    });
  });

  it('waits for a silent provider, and after six hours is closed without it', async () => {
    await paid();
    world.payments.balances = undefined;
    toHoursAfter(2);
    expect(await close()).toMatchObject({ closed: 0 });
    toHoursAfter(6);
    expect(await close()).toMatchObject({ closed: 1 });
    expect((await described(today)).comparison).toMatchObject({ provider: null, issuer: { difference: 0 } });
  });

  it.each([
    ['payment provider', () => (world.payments.balances = undefined)],
    ['issuer', () => world.issuer.misbehave('readFloat', { does: 'fault' }, { does: 'fault' })],
  ])('alerts an operator when it is closed without the word of the %s', async (_side, silence) => {
    await paid();
    world.payments.balances = { USDT: '49.00' };
    silence();
    const alerts = () => world.logs.filter(({ level }) => level === 'error');
    toHoursAfter(5);
    await close();
    expect(alerts()).toEqual([]);
    toHoursAfter(6);
    await close();
    expect(alerts()).toMatchObject([{ message: 'day closed without a comparison', fields: { day: today } }]);
  });

  it('notes since when a side has differed, until it ties once', async () => {
    await paid();
    const since = async () => (await reportOf('open')).tie?.provider?.[0]?.since;
    const firstMs = (await reportOf('open')).tie?.atMs;
    expect(await since()).toEqual({ atMs: firstMs, worthCents: 4_900 });
    world.clock.advance(hourMs);
    await close();
    expect(await since()).toEqual({ atMs: firstMs, worthCents: 4_900 });
    // A changed difference keeps its beginning and gets the new amount.
    world.payments.balances = { USDT: '40.00' };
    world.clock.advance(hourMs);
    await close();
    expect(await since()).toEqual({ atMs: firstMs, worthCents: 900 });
    expect(await described('open')).not.toHaveProperty('comparison.provider.0.since');
    // The difference goes on across the end of the day.
    toHoursAfter(7);
    expect(await close()).toMatchObject({ closed: 1 });
    expect(await since()).toEqual({ atMs: firstMs, worthCents: 900 });
    world.payments.balances = { USDT: '49.00' };
    await close();
    expect(await since()).toBeUndefined();
    world.issuer.floatCents = cents(-200);
    await close();
    const { tie } = await reportOf('open');
    expect(tie?.issuer?.since).toEqual({ atMs: tie?.atMs, worthCents: 200 });
  });

  it('compares the float, too', async () => {
    await world.openCard(await world.cardholder(10_000));
    world.issuer.floatCents = cents(-500);
    await close();
    expect((await reportOf('open')).tie?.issuer).toEqual({
      booksCents: -500,
      balanceCents: -500,
      inTransitCents: 0,
      differenceCents: 0,
    });
    world.issuer.floatCents = cents(-700);
    expect(await close()).toMatchObject({ tieOutCents: 200 });
  });

  it('leaves out a deposit that is locked at the provider after it was credited', async () => {
    const depositId = await paid();
    await becomes(depositId, { state: 'locked' });
    world.payments.balances = { USDT: '0' };
    await close();
    expect((await reportOf('open')).tie?.provider).toEqual([
      { coin: 'USDT', books: '49', theirs: '0', inTransit: '-49', difference: '0', worthCents: 0 },
    ]);
  });

  it('begins with the first day, and marks days long over as not compared', async () => {
    await paid();
    await world.store.commit([remove('dailyReport', { slot: 'open' })]);
    await world.store.commit([
      insert('platformFigures', { ...noStatistics, day: today, shard: 0, usersRegistered: 1, version: 1 }),
    ]);
    toHoursAfter(50);
    world.payments.balances = { USDT: '49.00' };
    expect(await close()).toMatchObject({ closed: 3 });
    expect(await described(today)).toMatchObject({ credited: 5_000, tieOut: null, comparison: null });
    expect(await described('open')).toMatchObject({ balances: { provider: 4_900 }, tieOut: 0 });
  });

  it('is closed once when three runs are under way', async () => {
    await paid();
    await close();
    world.payments.balances = { USDT: '49.00' };
    toHoursAfter(2);
    await Promise.all([close(), close(), close()]);
    expect(world.store.all('dailyReport').map(({ slot }) => slot)).toHaveLength(2);
    expect((await reportOf('open')).opening[account.providerClearing]).toBe(4_900);
  });
});
