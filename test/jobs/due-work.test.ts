import { describe, expect, it, vi } from 'vitest';
import { handler as catchUpCards } from '#functions/jobs/catch-up-cards.ts';
import { handler as eraseAccounts } from '#functions/jobs/erase-accounts.ts';
import { handler as payReferrals } from '#functions/jobs/pay-referrals.ts';
import { handler as pollDeposits } from '#functions/jobs/poll-deposits.ts';
import { handler as readFloat } from '#functions/jobs/read-float.ts';
import { handler as remindPeople } from '#functions/jobs/remind-people.ts';
import { handler as sweepOperations } from '#functions/jobs/sweep-operations.ts';
import { insert, type Store } from '#functions/ports/store.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

type List = Extract<keyof Store, `listDue${string}` | 'listCardsToCatchUp'>;

const jobs = {
  'sweep-operations': {
    handler: sweepOperations,
    lists: {
      listDueCards: samples.card,
      listDueOperations: samples.operation,
      listDueNotifications: samples.notification,
      listDueCodesKeys: samples.cardCodesKey,
    },
  },
  'remind-people': {
    handler: remindPeople,
    lists: {
      listDueWallets: samples.wallet,
      listDueUsers: samples.user,
      listDueSubscriptions: samples.subscriptions,
    },
  },
  'pay-referrals': {
    handler: payReferrals,
    lists: { listDueRewards: samples.reward, listDueReferralAccounts: samples.referralAccount },
  },
  'erase-accounts': { handler: eraseAccounts, lists: { listDueClosings: samples.closing } },
  'poll-deposits': { handler: pollDeposits, lists: { listDueDeposits: samples.deposit } },
  'catch-up-cards': { handler: catchUpCards, lists: { listCardsToCatchUp: samples.card } },
};

/** A world in which one item is due in each of the lists, and in which reading it fails. */
function failing(lists: Partial<Record<List, object>>) {
  const world = moneyWorld();
  const store = { ...world.services.store };
  for (const [name, item] of Object.entries(lists)) Object.assign(store, { [name]: vi.fn(async () => [item]) });
  const down = async (): Promise<never> => Promise.reject(new Error('down'));
  const payments = { ...world.services.payments, readPayment: down };
  const issuer = { ...world.services.issuer, listTransactions: down };
  const reads = { get: down, getBoth: down, getThree: down, getMany: down };
  return { world, store, services: { ...world.services, payments, issuer, store: { ...store, ...reads } as Store } };
}

describe.each(Object.entries(jobs))('the job %s', (_name, { handler, lists }) => {
  it('works off each of its lists, goes on where one item fails, and counts all failures', async () => {
    const { store, services } = failing(lists);
    expect(await handler.using(services)()).toMatchObject({ failed: Object.keys(lists).length });
    for (const name of Object.keys(lists)) expect(store[name as List], name).toHaveBeenCalled();
  });
});

describe('an operator or the schedule', () => {
  it.each([
    ['sweep-operations', ['listDueCards', 'listDueOperations']],
    ['poll-deposits', ['listDueDeposits']],
    ['catch-up-cards', ['listCardsToCatchUp']],
  ] as const)('has %s look ahead', async (job, ahead) => {
    const { world, services } = failing({});
    const store = { ...services.store };
    for (const name of Object.keys(jobs[job].lists)) Object.assign(store, { [name]: vi.fn(async () => []) });
    await jobs[job].handler.using({ ...services, store })({ aheadMs: 60_000 });
    for (const name of ahead) expect(vi.mocked(store[name]).mock.calls[0]?.[0]).toBe(world.clock.now() + 60_000);
  });

  it.each([
    ['poll-deposits', 'listDueDeposits'],
    ['catch-up-cards', 'listCardsToCatchUp'],
  ] as const)('has each run of %s read one shard', async (job, list) => {
    const { services } = failing({});
    const listed = vi.fn(async (..._given: readonly unknown[]) => []);
    await jobs[job].handler.using({ ...services, store: { ...services.store, [list]: listed } })({ side: 2 });
    expect(listed.mock.calls[0]?.[2]).toMatchObject({ shard: 1 });
  });
});

it('the job erase-accounts ends adjustments that nobody decided on', async () => {
  const { services, store, clock } = moneyWorld();
  const adjustment = { ...samples.adjustment, state: 'waiting', openUntilMs: clock.now() - 1 } as const;
  await store.commit([insert('adjustment', adjustment)]);
  expect(await eraseAccounts.using(services)()).toMatchObject({ done: 0, failed: 0, expired: 1 });
  expect(await store.get('adjustment', adjustment)).toMatchObject({ state: 'expired' });
});

it('the job read-float fails where the floor is not set, which the alarm of silence reports', async () => {
  const { services } = moneyWorld();
  const settings = { ...services.settings, floatFloorCents: undefined };
  await expect(readFloat.using({ ...services, settings })()).rejects.toThrow('the floor of the float is not set');
});
