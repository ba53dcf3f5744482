import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import type { DashboardStats, UserStats } from '#shared/contract/admin.ts';
import type * as z from 'zod/mini';
import { eventually } from '#test/support/eventually.ts';
import { startLocalStack, type LocalStack } from '#test/support/local-stack.ts';
import { openCard, openFundedAccount, passTime, runJob, type Account } from '#test/support/money-stack.ts';

type Dashboard = z.output<typeof DashboardStats>;

/** A stack of its own: the figures are exact, and parts of it are killed. */
let stack: LocalStack;
let admin: ApiClient;
let client: ApiClient;
let userId: string;

beforeAll(async () => {
  stack = await startLocalStack({ seed: 'demo' });
  const { services } = stack;
  admin = new ApiClient(services.site);
  await admin.done('POST', '/auth/login', services.demo?.admin);
  client = await openFundedAccount(services, 20_000, 'counted');
  userId = (await client.done<Account & { _id: string }>('GET', '/user'))._id;
});
afterAll(() => stack[Symbol.asyncDispose]());

const dashboard = () => admin.done<Dashboard>('GET', '/admin/stats/dashboard');

describe('the statistics', () => {
  it('show an account, its deposit and its card a moment after they exist', async () => {
    await openCard(client, 'Counted');
    await eventually(async () => {
      // Includes the demo's two people, their deposit of $250 and their card.
      expect(await dashboard()).toMatchObject({
        totalUsers: 3,
        usersGrowth: 100,
        totalCards: 2,
        totalPaidInvoices: 2,
        totalFunds: 45_000,
        top5Users: [{ accountLoad: 25_000 }, { _id: userId, accountLoad: 20_000 }],
      });
    });
    const { last7daysStats, recentTransactions } = await dashboard();
    const registered = last7daysStats.map(({ usersRegistered }) => usersRegistered);
    // Midnight may have passed since the demo.
    expect(registered).toEqual([0, 0, 0, 0, 0, expect.any(Number), 3 - (registered[5] ?? 0)]);
    expect(recentTransactions[0]).toMatchObject({ kind: 'card_creation', status: 'completed' });
    expect(await admin.done<z.output<typeof UserStats>>('GET', `/admin/stats/user/${userId}`)).toMatchObject({
      user: { _id: userId, balance: 18_000 },
      cards: { cardsCreated: 1, activeCards: 1, totalCardBalance: 500 },
      transactions: { earnedFromCardCreation: 1_500, earnedFromFundingFees: 0, totalRevenue: 1_500 },
    });
  });

  it('are for admins only', async () => {
    for (const path of ['/admin/stats/dashboard', `/admin/stats/user/${userId}`]) {
      expect(await client.call('GET', path)).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
    }
  });

  it('count everything once, although the counting worker and the database are killed', async () => {
    await openCard(client, 'Killed');
    await stack.killPart('gateway');
    await eventually(async () => {
      expect((await admin.call('GET', '/user')).status).toBe(200);
    });
    // The answer may be lost although the card was created: repeating with the same key creates no second card.
    const key = { 'idempotency-key': 'killed-again' };
    const create = () => client.done('POST', '/cards/create', { name: 'Killed again', pin: 4826 }, key);
    const creating = create().catch(() => undefined);
    await stack.killPart('dynamodb');
    await creating;
    await eventually(create);
    await eventually(async () => {
      const { totalCards, totalFunds } = await dashboard();
      expect({ totalCards, totalFunds }).toEqual({ totalCards: 4, totalFunds: 45_000 });
    });
    // The finished day is counted again from the journal, which must find nothing missed and nothing wrong.
    await passTime(stack.services, 26 * 60 * 60_000);
    expect(await runJob(stack.services, 'rebuild-aggregates')).toMatchObject({ missed: 0, mended: 0 });
    const tomorrow = new ApiClient(stack.services.site);
    await tomorrow.done('POST', '/auth/login', stack.services.demo?.admin);
    expect(await tomorrow.done<Dashboard>('GET', '/admin/stats/dashboard')).toMatchObject({
      totalUsers: 3,
      usersGrowth: 100,
    });
  });
});
