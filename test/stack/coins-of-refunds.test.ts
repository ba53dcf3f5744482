import { beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { until } from '#infra/local/seed/open-account.ts';
import { eventually } from '#test/support/eventually.ts';
import { callDoor, openFundedAccount, passTime, runJob } from '#test/support/money-stack.ts';
import { readDailyReport } from '#test/support/read-daily-report.ts';

/*
 * Payments in coins that no other test uses, so that the books of a coin hold only the deposits of this file. On a
 * refund the provider keeps its commission and nothing else.
 */

const services = inject('services');
type Shown = { readonly _id: string; readonly status: string; readonly amountPaid: number };

let client: ApiClient;
const admin = new ApiClient(services.site);
beforeAll(async () => {
  client = await openFundedAccount(services, 2_000, 'refunded');
  await admin.done('POST', '/auth/login', services.demo?.admin);
});

const act = (id: string, action: string): Promise<unknown> =>
  callDoor(`${services.payments}/sandbox/invoices/${id}/${action}`);
const open = async (currency: string, network: string): Promise<Shown> => {
  const body = { currency, network, amountInUsd: 12_100 };
  return (await client.done<{ transaction: Shown }>('POST', '/transactions', body)).transaction;
};
const polled = (id: string, status: string): Promise<Shown> =>
  until(`${status} of ${id}`, async () => {
    await passTime(services, 31_000);
    await runJob(services, 'poll-deposits');
    const deposit = await client.done<Shown>('GET', `/transactions/${id}`);
    return deposit.status === status ? deposit : undefined;
  });
/** Pays a deposit while the provider reports another payment for it, and expects the deposit to wait for a decision. */
const payAsAnother = async (id: string, meanwhile?: () => Promise<void>): Promise<void> => {
  await callDoor(`${services.payments}/sandbox/faults`, { path: 'payment/info', mode: 'other_payment', times: 500 });
  try {
    await act(id, 'pay');
    await until(`the review of ${id}`, async () => {
      const waiting = await admin.done<ReplyOf<'admin.deposits'>>('GET', '/admin/deposits');
      const found = waiting.find(({ _id }) => _id === id);
      return found?.why === 'the payment has another reference' ? true : undefined;
    });
    const file = await admin.done<ReplyOf<'admin.deposit'>>('GET', `/admin/deposits/${id}`);
    expect(file).toMatchObject({
      deposit: { status: 'locked', amountPaid: 0 },
      provider: { status: 'paid', mismatches: [{ name: 'reference', acceptable: false }, { name: 'payment_id' }] },
      decision: { credit: false, refuse: true, closedBecause: null },
    });
    // The worker says how a webhook ended after it has changed the deposit.
    await eventually(async () => {
      const [webhook] = await admin.done<ReplyOf<'admin.webhooks'>>('GET', `/admin/webhooks?about=${id}`);
      expect(webhook).toMatchObject({ outcome: 'done', words: expect.stringContaining('another reference') });
    });
    await meanwhile?.();
  } finally {
    // Otherwise a failure here is one of every test that follows.
    await callDoor(`${services.payments}/sandbox/faults`, {}, 'DELETE');
  }
};
const coinOf = async (coin: string) => {
  const report = await readDailyReport(services, [admin, client]);
  const { comparison } = report;
  expect(comparison?.provider).not.toBeNull();
  return comparison?.provider?.find((each) => each.coin === coin);
};

describe('the books of a coin tie exactly after the refund of a payment', () => {
  it('that staff had refused to credit', async () => {
    const deposit = await open('USDC', 'POLYGON');
    await payAsAnother(deposit._id);
    await admin.done('POST', `/admin/deposits/${deposit._id}/decide`, { outcome: 'refuse', reason: 'Not theirs.' });
    expect(await coinOf('USDC')).toMatchObject({ inTransit: '0', difference: '0' });
    await act(deposit._id, 'refund');
    expect(await polled(deposit._id, 'refund_paid')).toMatchObject({ amountPaid: 0 });
    const after = await coinOf('USDC');
    expect(after).toMatchObject({ inTransit: '0', difference: '0', worth: 0 });
    expect(Number(after?.books)).toBeLessThan(0);
  });

  it('that the provider answers rightly about at last, which credits it, and counts it as on its way until then', async () => {
    const deposit = await open('TRX', 'TRON');
    await payAsAnother(deposit._id, async () => {
      const { inTransit, difference } = (await coinOf('TRX')) ?? {};
      expect(Number(inTransit)).toBeGreaterThan(0);
      expect(difference).toBe('0');
    });
    await polled(deposit._id, 'paid');
    expect(await coinOf('TRX')).toMatchObject({ inTransit: '0', difference: '0' });
    const waiting = await admin.done<ReplyOf<'admin.deposits'>>('GET', '/admin/deposits');
    expect(waiting.filter(({ _id }) => _id === deposit._id)).toEqual([]);
  });

  it('that nobody had decided on', async () => {
    const deposit = await open('DAI', 'POLYGON');
    await payAsAnother(deposit._id);
    await act(deposit._id, 'refund');
    await polled(deposit._id, 'refund_paid');
    expect(await coinOf('DAI')).toMatchObject({ inTransit: '0', difference: '0', worth: 0 });
  });

  it('that was locked and never credited', async () => {
    const deposit = await open('AVAX', 'AVALANCHE');
    await act(deposit._id, 'lock');
    await polled(deposit._id, 'locked');
    await act(deposit._id, 'refund');
    await polled(deposit._id, 'refund_paid');
    expect(await coinOf('AVAX')).toMatchObject({ inTransit: '0', difference: '0', worth: 0 });
  });
});
