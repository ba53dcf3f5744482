import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/transactions/cancel.ts';
import { handler as list } from '#functions/api/transactions/list.ts';
import { handler as listAll } from '#functions/api/transactions/all.ts';
import { handler as read } from '#functions/api/transactions/read.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

/** Opens a deposit about which the provider reports these changes, one after another. */
async function after({ world, user }: Stage, ...news: readonly Partial<Payment>[]): Promise<Deposit> {
  const deposit = await openDeposit(world, user);
  for (const changes of news) {
    world.payments.become(deposit.depositId, changes);
    world.clock.advance(10 * 60_000);
    await pollDeposits(world.services);
  }
  return deposit;
}

endpointSuite('transactions.cancel', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await openDeposit(world, user)).depositId } }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.deposit } }),
    Conflict: async (stage) => ({
      params: { id: (await after(stage, { state: 'confirming', receivedAmount: '50.00' })).depositId },
    }),
  },
});

describe('POST /transactions/{id}/cancel', () => {
  const staged = async (): Promise<Stage> => {
    const world = moneyWorld();
    return { world, user: await world.cardholder(0) };
  };
  const cancel = ({ world, user }: Stage, { depositId }: Deposit) =>
    callRoute('transactions.cancel', handler, world.services, { as: user, params: { id: depositId } });
  const listed = async ({ world, user }: Stage): Promise<readonly string[]> =>
    (await callRoute('transactions.list', list, world.services, { as: user })).reply.map(({ _id }) => _id);

  it('leaves the page of a list full, and what is older on it', async () => {
    const stage = await staged();
    const { world, user } = stage;
    const kept: string[] = [];
    for (let place = 0; place < 12; place += 1) {
      const deposit = await openDeposit(world, user, 5_000 + place);
      if (place < 2 || place === 6) kept.unshift(deposit.depositId);
      else await cancel(stage, deposit);
    }
    const pages = [2, 20].map((limit) =>
      callRoute('transactions.list', list, world.services, { as: user, query: { limit: String(limit) } }),
    );
    const [first, all] = await Promise.all(pages);
    expect(first?.reply.map(({ _id }) => _id)).toEqual(kept.slice(0, 2));
    expect(first?.headers['link']).toMatch('rel="next"');
    expect(all?.reply.map(({ _id }) => _id)).toEqual(kept);
    expect(all?.headers['link']).toBeUndefined();
  });

  it('hides the deposit from its owner, not from admins, and does it once', async () => {
    const stage = await staged();
    const [kept, gone] = [
      await openDeposit(stage.world, stage.user, 6_000),
      await openDeposit(stage.world, stage.user),
    ];
    const first = await cancel(stage, gone);
    expect(first).toMatchObject({ status: 200, reply: { _id: gone.depositId, status: 'pending' } });
    expect(first.reply.canceledAt).toBe(new Date(stage.world.clock.now()).toISOString());
    stage.world.clock.advance(5_000);
    expect((await cancel(stage, gone)).reply).toEqual(first.reply);
    expect(await listed(stage)).toEqual([kept.depositId]);
    const admin = await stage.world.cardholder(0, { role: 'admin' });
    expect((await callRoute('transactions.all', listAll, stage.world.services, { as: admin })).reply).toHaveLength(2);
    const { reply } = await callRoute('transactions.read', read, stage.world.services, {
      as: stage.user,
      params: { id: gone.depositId },
    });
    expect(reply.canceledAt).toBe(first.reply.canceledAt);
  });

  it.each([
    ['is confirmed', { state: 'confirming', receivedAmount: undefined }],
    ['is received in part', { state: 'partly_paid', receivedAmount: '1.00' }],
    ['is received, though the provider still waits', { state: 'waiting', receivedAmount: '1.00' }],
    ['is paid', { state: 'paid', receivedAmount: '50.00' }],
    ['our team reviews, because another payment came for it', { address: 'elsewhere', receivedAmount: '50.00' }],
    ['has expired', { state: 'expired' }],
    ['has failed', { state: 'failed' }],
  ] as const)('refuses a deposit that %s', async (_what, news) => {
    const stage = await staged();
    const deposit = await after(stage, news);
    expect(await cancel(stage, deposit)).toMatchObject({ status: 409, code: 'Conflict' });
    expect(await listed(stage)).toEqual([deposit.depositId]);
  });

  it.each([
    ['paid', 5_000],
    ['confirming', 0],
  ] as const)('counts money that comes late and shows the deposit again: %s', async (state, creditedCents) => {
    const stage = await staged();
    const { world, user } = stage;
    const deposit = await openDeposit(world, user);
    await cancel(stage, deposit);
    world.payments.become(deposit.depositId, { state, receivedAmount: '50.00' });
    world.clock.advance(10 * 60_000);
    await pollDeposits(world.services);
    expect((await world.wallet(user)).availableCents).toBe(creditedCents);
    expect(await listed(stage)).toEqual([deposit.depositId]);
    expect((await world.store.get('deposit', deposit))?.canceledAtMs).toBeUndefined();
    expectSoundBooks(world);
  });

  it('shows the deposit again when what comes late is reviewed, of which its owner is notified', async () => {
    const stage = await staged();
    const { world, user } = stage;
    const deposit = await openDeposit(world, user);
    await cancel(stage, deposit);
    world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00', address: 'elsewhere' });
    world.clock.advance(10 * 60_000);
    await pollDeposits(world.services);
    const request = { as: user, params: { id: deposit.depositId } };
    const { reply } = await callRoute('transactions.read', read, world.services, request);
    expect(reply).toMatchObject({ status: 'locked', review: 'open', canceledAt: null });
    expect(await listed(stage)).toEqual([deposit.depositId]);
  });

  it('stays hidden when the invoice ends unpaid', async () => {
    const stage = await staged();
    const deposit = await openDeposit(stage.world, stage.user);
    await cancel(stage, deposit);
    stage.world.payments.become(deposit.depositId, { state: 'expired' });
    stage.world.clock.advance(10 * 60_000);
    await pollDeposits(stage.world.services);
    expect((await stage.world.store.get('deposit', deposit))?.state).toBe('expired');
    expect(await listed(stage)).toEqual([]);
  });
});
