import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/dashboard.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { readDashboard } from '#functions/domain/statistics/read-dashboard.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import type { MoneyWorld } from '#test/support/money-world.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';
import { countRoundTrips } from '#test/support/round-trips.ts';
import { changesIn } from '#test/support/table-changes.ts';

const dayMs = 24 * 60 * 60_000;
const count = ({ services, store }: MoneyWorld) => countChanges(services, changesIn(store));

endpointSuite('admin.dashboard', {
  handler,
  good: async ({ world, user }) => {
    await world.openCard(user);
    await count(world);
    return {};
  },
  refusals: {},
});

/** The figures of the dashboard once the stream has counted everything. */
async function seen(world: ReferralWorld) {
  await count(world);
  const admin = await world.cardholder(0, { role: 'admin' });
  return (await callRoute('admin.dashboard', handler, world.services, { as: admin })).reply;
}

describe('GET /admin/stats/dashboard', () => {
  it('shows only zeros, for seven days, before anything has happened', async () => {
    const world = await referralWorld();
    const reply = await readDashboard({ ...world.services, store: world.store });
    expect(reply).toMatchObject({ totalUsers: 0, usersGrowth: 0, totalFunds: 0, fundsGrowth: 0, top5Users: [] });
    expect(reply.last7daysStats).toHaveLength(7);
  });

  it('shows the totals, the additions of the last seven days, and each of these days', async () => {
    const world = await referralWorld();
    // Ten days ago: the referrer, with $100 that no invoice brought, and a customer.
    await world.customer();
    world.clock.advance(7 * dayMs);
    await world.customer();
    await world.customer();
    world.clock.advance(3 * dayMs);
    await world.deposit(world.referrer, { state: 'paid_less', receivedAmount: '25.01' });
    const today = new Date(world.clock.now()).toISOString().slice(0, 10);
    const reply = await seen(world);
    expect(reply).toMatchObject({
      totalUsers: 4,
      usersGrowth: 100,
      totalCards: 3,
      cardsGrowth: 200,
      totalPaidInvoices: 4,
      paidInvoicesGrowth: 300,
      totalFunds: 10_000 + 3 * 5_000 + 2_501,
      fundsGrowth: 83.3,
    });
    expect(
      reply.last7daysStats.map(({ usersRegistered, cardsCreated, paidInvoices }) => [
        usersRegistered,
        cardsCreated,
        paidInvoices,
      ]),
    ).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [2, 2, 2],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
    ]);
    expect(reply.last7daysStats.at(-1)?.date).toBe(today);
    expect(reply.last7daysStats.map(({ date }) => date)).toEqual(
      reply.last7daysStats.map(({ date }) => date).toSorted(),
    );
  });

  it('counts a creation when the issuer has confirmed it, and no card that failed', async () => {
    const world = await referralWorld();
    world.issuer.misbehave('createCard', { does: 'declined', reason: 'rejected' });
    await world.openCard(world.referrer).catch(() => undefined);
    expect((await seen(world)).totalCards).toBe(0);
    await world.openCard(world.referrer);
    expect((await seen(world)).totalCards).toBe(1);
  });

  it('subtracts refunds from the funds and from the top depositors, and leaves the invoice paid', async () => {
    const world = await referralWorld();
    const user = await world.cardholder(0);
    const deposit = await world.deposit(user);
    expect(await seen(world)).toMatchObject({ totalFunds: 15_000, totalPaidInvoices: 1 });
    await world.report(deposit, { state: 'refunded' });
    const reply = await seen(world);
    expect(reply).toMatchObject({ totalFunds: 10_000, totalPaidInvoices: 1 });
    expect(reply.top5Users.map(({ accountLoad }) => accountLoad)).toEqual([10_000]);
  });

  it('names the five people who deposited most, by the addresses that they have now', async () => {
    const world = await referralWorld();
    const people = [];
    for (const cents of [700, 90_000, 800, 20_000, 600]) people.push(await world.cardholder(cents));
    const [, richest] = people;
    if (!richest) throw new Error('nobody');
    await count(world);
    await world.setUser(richest.userId, { email: 'moved@example.com' });
    const { top5Users } = await seen(world);
    expect(top5Users.map(({ accountLoad }) => accountLoad)).toEqual([90_000, 20_000, 10_000, 800, 700]);
    expect(top5Users[0]).toEqual({ _id: richest.userId, email: 'moved@example.com', accountLoad: 90_000 });
  });

  it('shows the five newest activity lines of everybody, as they are now', async () => {
    const world = await referralWorld();
    for (let each = 0; each < 4; each += 1) await world.deposit(await world.cardholder(0));
    await world.openCard(world.referrer);
    const newest = await world.store.listAllActivity({ limit: 5 });
    const { recentTransactions } = await seen(world);
    expect(recentTransactions.map(({ _id }) => _id)).toEqual(newest.items.map(({ subjectId }) => subjectId));
    expect(recentTransactions).toHaveLength(5);
    const [first] = newest.items;
    if (!first) throw new Error('no movement');
    await world.store.commit([update('movement', first, { status: 'expired' })]);
    expect((await seen(world)).recentTransactions[0]?.status).toBe('expired');
  });

  it('reads the table twice, however many people there are', async () => {
    const world = await referralWorld();
    for (let each = 0; each < 300; each += 1) await world.cardholder(500 + each);
    await count(world);
    const { store, roundTrips } = countRoundTrips(world.store);
    expect((await readDashboard({ ...world.services, store })).totalUsers).toBe(301);
    expect(roundTrips()).toBe(2);
  });
});
