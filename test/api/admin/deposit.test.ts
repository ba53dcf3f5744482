import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/deposit.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

endpointSuite('admin.deposit', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await openDeposit(world, user)).depositId } }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.deposit } }) },
});

describe('GET /admin/deposits/{id}', () => {
  const staged = async () => {
    const world = moneyWorld();
    const admin = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
    const user = await world.cardholder(0);
    const { depositId } = await openDeposit(world, user);
    const read = async (changes: Partial<Payment> = {}, id = depositId) => {
      world.payments.become(id, changes);
      const request = { as: admin, params: { id } };
      return (await callRoute('admin.deposit', handler, world.services, request)).reply;
    };
    return { world, user, admin, depositId, read };
  };

  it('shows the provider’s record of this moment beside ours, and the bounds of a decision', async () => {
    const { read } = await staged();
    expect(await read({ state: 'paid_over', receivedAmount: '130.00', txid: '0xabc' })).toMatchObject({
      deposit: { status: 'paid_over', amountPaid: 5_000 },
      provider: { status: 'paid_over', invoice: '50.00 USD', received: '130.00 USDT', txid: '0xabc', mismatches: [] },
      decision: { credit: true, refuse: true, creditMax: 13_000, kept: 5_000, aloneLeft: 20_000, closedBecause: null },
    });
  });

  it.each(['locked', 'refunding', 'refunded'] as const)(
    'allows no decision while the provider says %s',
    async (state) => {
      const { read } = await staged();
      expect((await read({ state, receivedAmount: '50.00' })).decision).toMatchObject({
        credit: false,
        refuse: false,
        closedBecause: expect.stringMatching(/^The provider says/),
      });
    },
  );

  it('can be refused only, when the provider does not know its payment', async () => {
    const { world, admin, depositId } = await staged();
    world.payments.invoices.delete(depositId);
    for (let day = 0; day < 20; day += 1) {
      world.clock.advance(24 * 60 * 60_000);
      await pollDeposits(world.services);
    }
    const request = { as: admin, params: { id: depositId } };
    expect((await callRoute('admin.deposit', handler, world.services, request)).reply).toMatchObject({
      provider: null,
      decision: { credit: false, refuse: true, creditMax: 0, kept: 0, closedBecause: null },
    });
  });

  it('reads a deposit at the provider although its polling has ended, so that it leaves the desk', async () => {
    const { world, depositId, read } = await staged();
    expect(await read({ state: 'locked', receivedAmount: '50.00' })).toMatchObject({
      deposit: { status: 'locked' },
      waiting: { why: 'locked by the provider' },
    });
    for (let day = 0; day < 20; day += 1) {
      world.clock.advance(24 * 60 * 60_000);
      await pollDeposits(world.services);
    }
    const waiting = () => world.store.listWaiting('deposit', 10);
    expect(await waiting()).toMatchObject([{ depositId, dueAtMs: undefined }]);
    expect(await read({ state: 'refunded' })).toMatchObject({
      deposit: { status: 'refund_paid' },
      waiting: { why: null },
      decision: { credit: false, refuse: false },
    });
    expect(await waiting()).toEqual([]);
  });

  it('names the differences from the invoice, and those that may not be accepted', async () => {
    const { read } = await staged();
    expect(await read({ state: 'paid', receivedAmount: '50.00', address: 'elsewhere' })).toMatchObject({
      provider: { mismatches: [{ name: 'address', acceptable: true }] },
      decision: { credit: true },
    });
    expect(await read({ invoiceCurrency: 'EUR' })).toMatchObject({
      provider: { mismatches: [{ name: 'currency', acceptable: false }, { name: 'address' }] },
      decision: { credit: false, refuse: true },
    });
  });

  it('allows no decision while the provider is silent, or does not know the payment', async () => {
    const { world, read } = await staged();
    world.payments.failures.push('lost');
    const none = { provider: null, decision: { credit: false, refuse: false } };
    expect(await read()).toMatchObject(none);
    world.payments.readPayment = async () => ({ outcome: 'success', value: undefined });
    expect(await read()).toMatchObject(none);
  });

  it('records once in ten minutes who read which deposit of whom', async () => {
    const { world, user, admin, depositId, read } = await staged();
    const records = () => world.store.all('audit').filter(({ action }) => action === 'deposit-read');
    await read();
    await read();
    const deed = { actorId: admin.userId, subjectId: user.userId };
    expect(records()).toMatchObject([{ ...deed, about: depositId }]);
    const other = await openDeposit(world, user, 6_000);
    await read({}, other.depositId);
    expect(records()).toMatchObject([deed, { ...deed, about: other.depositId }]);
    world.clock.advance(10 * 60_000);
    await read();
    expect(records()).toHaveLength(3);
  });
});
