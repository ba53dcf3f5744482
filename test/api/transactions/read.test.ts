import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/transactions/read.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

endpointSuite('transactions.read', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await openDeposit(world, user)).depositId } }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.deposit } }) },
});

describe('GET /transactions/{id}', () => {
  /** Reads a deposit that has gone through these states. */
  const after = async (...states: Partial<Payment>[]): Promise<RouteAnswer<'transactions.read'>> => {
    const world = moneyWorld();
    const as = await world.cardholder(0);
    const { depositId } = await openDeposit(world, as);
    for (const state of states) {
      world.payments.become(depositId, state);
      world.clock.advance(10 * 60_000);
      await pollDeposits(world.services);
    }
    return callRoute('transactions.read', handler, world.services, { as, params: { id: depositId } });
  };

  it('says where to pay and how much', async () => {
    const { reply } = await after();
    expect(reply).toMatchObject({
      status: 'pending',
      currency: 'USDT',
      network: 'TRON',
      payerAmount: '50.00',
      receivedAmount: null,
      remainingAmount: null,
      rate: '1',
      address: `address-${reply._id}`,
      expiresAt: null,
    });
  });

  it('shows the missing amount of a partly paid deposit', async () => {
    const { reply } = await after({ state: 'partly_paid', receivedAmount: '12.5' });
    expect(reply).toMatchObject({
      status: 'paid_less',
      amountPaid: 0,
      receivedAmount: '12.5',
      remainingAmount: '37.5',
    });
  });

  it('names the transfer as soon as the provider has seen it', async () => {
    const { reply } = await after();
    expect(reply.txid).toBeNull();
    const seen = await after({ state: 'confirming', receivedAmount: '50.00', txid: 'a1b2c3d4' });
    expect(seen.reply.txid).toBe('a1b2c3d4');
    // A later answer without the transfer does not remove it.
    const paid = await after(
      { state: 'confirming', receivedAmount: '50.00', txid: 'a1b2c3d4' },
      { state: 'paid', receivedAmount: '50.00', txid: undefined },
    );
    expect(paid.reply.txid).toBe('a1b2c3d4');
  });

  it('shows the whole timeline of a deposit', async () => {
    const { reply } = await after(
      { state: 'confirming', receivedAmount: '50.00' },
      { state: 'paid', receivedAmount: '50.00' },
      { state: 'refunding' },
      { state: 'refunded' },
    );
    expect(reply).toMatchObject({ status: 'refund_paid', amount: 5_000, amountPaid: 0 });
    expect(reply.events.map(({ status, amountPaid }) => [status, amountPaid])).toEqual([
      ['pending', 0],
      ['confirm_check', 0],
      ['paid', 5_000],
      ['refund_process', 5_000],
      ['refund_paid', 0],
    ]);
  });
});
