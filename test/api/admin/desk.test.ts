import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/desk.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { openTicket } from '#test/support/open-ticket.ts';
import { reported } from '#test/support/report-world.ts';

import { enteredMove } from '#test/support/sample-move.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';

endpointSuite('admin.desk', { handler, good: async () => ({}), refusals: {} });

describe('GET /admin/desk', () => {
  const read = async (world: MoneyWorld) => {
    const admin = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
    return (await callRoute('admin.desk', handler, world.services, { as: admin })).reply;
  };
  const overpaid = async (world: MoneyWorld) => {
    const { depositId } = await openDeposit(world, await world.cardholder(0));
    world.payments.become(depositId, { state: 'paid_over', receivedAmount: '130.00' });
    const payment = world.payments.invoices.get(depositId);
    if (!payment) throw new Error('no invoice');
    await applyFresh(world.services, depositId, payment);
    return depositId;
  };

  it('counts nothing while nothing waits', async () => {
    const world = moneyWorld();
    await openDeposit(world, await world.cardholder(0));
    const none = { count: 0, oldestAt: null };
    expect(await read(world)).toEqual({
      deposits: none,
      operations: none,
      breaks: none,
      deadLetters: none,
      adjustments: none,
      cases: none,
      treasury: none,
    });
  });

  it('counts what waits, with the age of the oldest', async () => {
    const world = moneyWorld();
    const sinceMs = world.clock.now();
    await overpaid(world);
    world.clock.advance(60_000);
    await overpaid(world);
    await operationInReview(world, await world.cardholder(100_000));
    await openTicket(world.services, undefined);
    const { createdAtMs } = await enteredMove(world);
    const { opened } = await reported(world, await world.cardholder(10_000));
    expect(await read(world)).toMatchObject({
      deposits: { count: 2, oldestAt: new Date(sinceMs).toISOString() },
      operations: { count: 1, oldestAt: expect.any(String) },
      breaks: { count: 1, oldestAt: expect.any(String) },
      cases: { count: 1, oldestAt: new Date(opened.sinceMs).toISOString() },
      treasury: { count: 1, oldestAt: new Date(createdAtMs).toISOString() },
    });
  });

  it('counts the rest while a queue does not answer', async () => {
    const world = moneyWorld();
    await overpaid(world);
    const silent = {
      ...world.services.deadLetters['payment-events'],
      peek: () => Promise.reject(new Error('ETIMEDOUT')),
    };
    Object.assign(world.services, { deadLetters: { ...world.services.deadLetters, 'payment-events': silent } });
    expect(await read(world)).toMatchObject({ deposits: { count: 1 }, deadLetters: null });
  });
});
