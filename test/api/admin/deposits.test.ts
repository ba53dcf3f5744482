import { describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import { cents, zero } from '#shared/money.ts';
import { handler as one } from '#functions/api/admin/deposit.ts';
import { handler } from '#functions/api/admin/deposits.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

endpointSuite('admin.deposits', { handler, good: async () => ({}), refusals: {} });

describe('GET /admin/deposits', () => {
  const staged = async () => {
    const world = moneyWorld();
    const admin = await world.cardholder(0, { role: 'admin' });
    const become = async (changes: Partial<Payment>, amountCents = 5_000) => {
      const { depositId } = await openDeposit(world, await world.cardholder(0), amountCents);
      world.payments.become(depositId, changes);
      const payment = world.payments.invoices.get(depositId);
      if (!payment) throw new Error('no invoice');
      await applyFresh(world.services, depositId, payment);
      world.clock.advance(1_000);
      return depositId;
    };
    const list = async () => (await callRoute('admin.deposits', handler, world.services, { as: admin })).reply;
    return { world, admin, become, list };
  };

  it('lists locked, overpaid and mismatched deposits with the reason, longest first, and no others', async () => {
    const { become, list } = await staged();
    const locked = await become({ state: 'locked' });
    await become({ state: 'paid', receivedAmount: '50.00' });
    const over = await become({ state: 'paid_over', receivedAmount: '130.00' });
    const other = await become({ state: 'paid', receivedAmount: '50.00', address: 'elsewhere' });
    expect(await list()).toMatchObject([
      { _id: locked, status: 'locked', why: 'locked by the provider' },
      {
        _id: over,
        received: { amount: '130.00', coin: 'USDT' },
        credited: 5_000,
        surplus: 8_000,
        why: 'more than twice the invoice was paid',
        proposal: null,
      },
      { _id: other, received: { amount: '50', coin: 'USDT' }, credited: 0, why: 'the invoice has another address' },
    ]);
  });

  it('names the present address of its owner, as the other lists of the desk do', async () => {
    const { world, become, list } = await staged();
    const depositId = await become({ state: 'locked' });
    const { userId = 'usr_' } = (await world.store.get('deposit', { depositId })) ?? {};
    const owner = await world.store.get('user', { userId });
    if (!owner) throw new Error('no owner');
    await world.store.commit([update('user', owner, { email: 'new@example.com' })]);
    expect(await list()).toMatchObject([{ _id: depositId, email: 'new@example.com' }]);
    const as = await world.cardholder(0, { role: 'admin' });
    const file = await callRoute('admin.deposit', one, world.services, { as, params: { id: depositId } });
    expect(file.reply.waiting).toMatchObject({ _id: depositId, email: 'new@example.com' });
  });

  it('names the first of two decisions with its admin and reason, and leaves out decided deposits', async () => {
    const { world, admin, become, list } = await staged();
    const depositId = await become({ state: 'paid_over', receivedAmount: '1300.00' }, 50_000);
    const decision = { depositId, actorId: admin.userId, outcome: 'credit', reason: 'Confirmed by mail.' } as const;
    expect((await decideDeposit(world.services, decision)).status).toBe('waiting_for_second');
    expect(await list()).toMatchObject([
      {
        _id: depositId,
        proposal: { credit: 130_000, by: admin.userId, byEmail: admin.email, reason: 'Confirmed by mail.' },
      },
    ]);
    const second = await world.cardholder(0, { role: 'admin' });
    await decideDeposit(world.services, { ...decision, actorId: second.userId });
    expect(await list()).toEqual([]);
  });

  it('lists on request the deposits whose refused money was not sent back, newest first, page by page', async () => {
    const { world, admin, become } = await staged();
    const refuse = async (depositId: Id<'deposit'>) =>
      decideDeposit(world.services, { depositId, actorId: admin.userId, outcome: 'refuse', reason: 'Not theirs.' });
    const [older, newer] = [
      await become({ state: 'paid_over', receivedAmount: '130.00' }),
      await become({ state: 'paid_over', receivedAmount: '150.00' }),
    ];
    await become({ state: 'paid_over', receivedAmount: '140.00' });
    await refuse(older);
    await refuse(newer);
    const query = { state: 'refused', limit: '1' } as const;
    const first = await callRoute('admin.deposits', handler, world.services, { as: admin, query });
    expect(first.reply).toMatchObject([{ _id: newer, refused: 10_000, credited: 5_000, why: null }]);
    const cursor = new URLSearchParams(/\?([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1]).get('cursor');
    const next = await callRoute('admin.deposits', handler, world.services, {
      as: admin,
      query: { ...query, cursor: cursor ?? '' },
    });
    expect(next.reply).toMatchObject([{ _id: older, refused: 8_000 }]);
    const deposit = await world.store.get('deposit', { depositId: older });
    if (!deposit) throw new Error('no deposit');
    await world.store.commit([update('deposit', deposit, { refusedCents: zero, sentBackCents: cents(8_000) })]);
    const rest = await callRoute('admin.deposits', handler, world.services, { as: admin, query: { state: 'refused' } });
    expect(rest.reply).toMatchObject([{ _id: newer }]);
  });
});
