import { describe, expect, test } from 'vitest';

import { eventually, isSigned, pause, startBench } from './simulator-harness.ts';

const HOUR_MS = 3_600_000;

describe('payments', () => {
  test('pay: exact and final at once, announced with a signed webhook', async () => {
    await using bench = await startBench();
    const { uuid, order_id: orderId } = await bench.create({ additional_data: 'ref: a/b — Пример' });
    const paid = await bench.door(`invoices/${orderId}/pay`);
    expect(paid.body).toMatchObject({ uuid, status: 'paid', is_final: true, payment_amount: '50.01' });
    const [hook] = await bench.hooks.waitFor(1);
    expect(hook?.body).toMatchObject({ type: 'payment', uuid, status: 'paid', payment_amount: '50.01000000' });
    expect(isSigned(hook?.raw ?? '')).toBe(true);
    await bench.door(`invoices/${uuid}/pay`);
    await pause(50);
    expect(bench.hooks.received).toHaveLength(1);
  });

  test('underpay waits silently, a second payment tops it up', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    expect((await bench.door(`invoices/${uuid}/underpay`)).body).toMatchObject({
      status: 'wrong_amount_waiting',
      is_final: false,
      payment_amount: '25.005',
      payment_amount_usd: '0.00',
    });
    expect((await bench.door(`invoices/${uuid}/pay`)).body).toMatchObject({ status: 'paid', payment_amount: '50.01' });
    expect((await bench.hooks.waitFor(1)).map((hook) => hook.body['status'])).toEqual(['paid']);
  });

  test('underpay ends in wrong_amount at expiry, or at once without top-ups', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    await bench.door(`invoices/${uuid}/underpay`, { amountUsd: '12.34' });
    await bench.door('clock', { advanceMs: HOUR_MS });
    expect(await bench.info(uuid)).toMatchObject({ status: 'wrong_amount', is_final: true });
    const single = await bench.create({ is_payment_multiple: false });
    expect((await bench.door(`invoices/${single['uuid']}/underpay`)).body['status']).toBe('wrong_amount');
    expect((await bench.hooks.waitFor(2)).map((hook) => hook.body['status'])).toEqual(['wrong_amount', 'wrong_amount']);
  });

  test('amountUsd is worth its cents exactly for every coin', async () => {
    await using bench = await startBench();
    for (const coin of ['USDT', 'BTC', 'SHIB', 'HMSTR', 'XMR', 'DOGE']) {
      const { uuid } = await bench.create({ to_currency: coin, network: undefined, amount: '37.41' });
      const { body } = await bench.door(`invoices/${uuid}/pay`, { amountUsd: '12.34' });
      const units = (text: string): bigint => {
        const [whole = '0', fraction = ''] = text.split('.');
        return BigInt(whole + fraction.padEnd(8, '0'));
      };
      const cents = (3741n * units(body['payment_amount'])) / units(body['payer_amount']);
      expect(cents, coin).toBe(1234n);
    }
  });

  test('overpay: 120 % by default', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    expect((await bench.door(`invoices/${uuid}/overpay`)).body).toMatchObject({
      status: 'paid_over',
      payment_amount: '60.012',
    });
    expect((await bench.hooks.waitFor(1))[0]?.body['status']).toBe('paid_over');
  });

  test('with an accuracy of 5 %, a payment of 96 % counts as paid', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create({ accuracy_payment_percent: 5 });
    const { body } = await bench.door(`invoices/${uuid}/pay`, { amount: '48.02' });
    expect(body).toMatchObject({ status: 'paid', payment_amount: '48.02' });
  });

  test('confirmations come one after another in virtual time, also past the expiry', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create({ lifetime: 300 });
    await bench.door('clock', { advanceMs: 299_000 });
    const { body } = await bench.door(`invoices/${uuid}/pay`, { confirmMs: 60_000 });
    expect(body).toMatchObject({ status: 'confirm_check', is_final: false, payment_amount_usd: '0.00' });
    await bench.door('clock', { advanceMs: 30_000 });
    const halfway = await bench.door(`invoices/${uuid}`, undefined, 'GET');
    expect(halfway.body['confirmations']).toEqual({ seen: 9, required: 19 });
    await bench.door('clock', { advanceMs: 31_000 });
    expect((await bench.info(uuid))['status']).toBe('paid');
    expect(bench.hooks.received.map((hook) => hook.body['status'])).toEqual(['confirm_check', 'paid']);
  });

  test('confirm_check stays until a person confirms, fails or drops it', async () => {
    await using bench = await startBench();
    const outcomes = { pay: 'paid', fail: 'fail', expire: 'cancel' };
    for (const [action, status] of Object.entries(outcomes)) {
      const { uuid } = await bench.create();
      expect((await bench.door(`invoices/${uuid}/confirm_check`)).body['status']).toBe('confirm_check');
      expect((await bench.door(`invoices/${uuid}/${action}`)).body['status']).toBe(status);
    }
  });

  test('an internal transfer has transfer_id and neither txid nor sender', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    await bench.door(`invoices/${uuid}/pay`, { internal: true });
    const [hook] = await bench.hooks.waitFor(1);
    expect(hook?.body).toMatchObject({ from: null, transfer_id: expect.any(String) });
    expect(hook?.body).not.toHaveProperty('txid');
  });

  test('auto-convert adds convert before txid', async () => {
    await using bench = await startBench();
    await bench.door('settings', { autoConvertTo: 'USDT' });
    const { uuid } = await bench.create({ to_currency: 'BTC', network: 'btc' });
    await bench.door(`invoices/${uuid}/pay`);
    const [hook] = await bench.hooks.waitFor(1);
    expect(Object.keys(hook?.body ?? {}).slice(-3)).toEqual(['convert', 'txid', 'sign']);
  });
});

describe('time', () => {
  test('an unpaid invoice expires, and a late payment still counts', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    await bench.door('clock', { advanceMs: HOUR_MS });
    expect(await bench.info(uuid)).toMatchObject({ status: 'cancel', payment_amount: '0.00', is_final: true });
    expect((await bench.door(`invoices/${uuid}/pay`)).body['status']).toBe('paid');
    expect((await bench.hooks.waitFor(2)).map((hook) => hook.body['status'])).toEqual(['cancel', 'paid']);
  });

  test('expire works by hand, changes nothing the second time, and is refused once paid', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create({ to_currency: undefined, network: undefined });
    expect((await bench.door(`invoices/${uuid}/expire`)).body).toMatchObject({ status: 'cancel', network: null });
    expect((await bench.door(`invoices/${uuid}/expire`)).status).toBe(200);
    await bench.door(`invoices/${uuid}/pay`);
    expect((await bench.door(`invoices/${uuid}/expire`)).status).toBe(409);
  });
});

describe('freezing and returning', () => {
  test('lock is silent; release pays, refund returns', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    expect((await bench.door(`invoices/${uuid}/lock`)).body).toMatchObject({ status: 'locked', is_final: true });
    expect((await bench.door(`invoices/${uuid}/pay`)).status).toBe(409);
    expect((await bench.door(`invoices/${uuid}/release`)).body['status']).toBe('paid');
    expect((await bench.door(`invoices/${uuid}/release`)).status).toBe(409);
    await bench.door(`invoices/${uuid}/lock`);
    expect((await bench.door(`invoices/${uuid}/refund`)).body['status']).toBe('refund_paid');
    const statuses = (await bench.hooks.waitFor(3)).map((hook) => hook.body['status']);
    expect(statuses).toEqual(['paid', 'refund_process', 'refund_paid']);
  });

  test('locked is announced when the switch is on', async () => {
    await using bench = await startBench();
    await bench.door('settings', { announceLocked: true });
    const { uuid } = await bench.create();
    await bench.door(`invoices/${uuid}/lock`);
    expect((await bench.hooks.waitFor(1))[0]?.body['status']).toBe('locked');
  });

  test('a refund can be in part, can fail, and can be left running', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    expect((await bench.door(`invoices/${uuid}/refund`)).status).toBe(409);
    await bench.door(`invoices/${uuid}/pay`);
    expect((await bench.door(`invoices/${uuid}/refund`, { fails: true })).body['status']).toBe('refund_fail');
    const running = await bench.door(`invoices/${uuid}/refund`, { amountUsd: '20', stage: 'process' });
    expect(running.body['status']).toBe('refund_process');
    expect((await bench.door(`invoices/${uuid}/refund`)).body['status']).toBe('refund_paid');
    const shown = await bench.door(`invoices/${uuid}`, undefined, 'GET');
    expect(shown.body['refunded_amount']).toMatch(/^20\.00/);
  });

  test('reports fail and system_fail by webhook', async () => {
    await using bench = await startBench();
    const one = await bench.create();
    const two = await bench.create();
    await bench.door(`invoices/${one['uuid']}/fail`);
    await bench.door(`invoices/${two['uuid']}/fail`, { status: 'system_fail' });
    await bench.hooks.waitFor(2);
    const statuses = new Set(bench.hooks.received.map((hook) => hook.body['status']));
    expect(statuses).toEqual(new Set(['fail', 'system_fail']));
  });
});

describe('the door', () => {
  test('unknown things, bad options and foreign pages are refused', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    expect((await bench.door('invoices/nobody/pay')).status).toBe(404);
    expect((await bench.door(`invoices/${uuid}/explode`)).status).toBe(404);
    expect((await bench.door(`invoices/${uuid}/pay`, { amountUsd: '-1' })).status).toBe(422);
    expect((await bench.door('clock', { advanceMs: -1 })).status).toBe(422);
    const target = `${bench.url}/sandbox/invoices/${uuid}/pay`;
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await fetch(target, { method: 'POST', headers: headers as Record<string, string> })).status).toBe(403);
    }
    expect((await bench.info(uuid))['status']).toBe('check');
    expect((await fetch(target, { method: 'POST', headers: { origin: bench.url } })).status).toBe(200);
  });

  test('reset forgets everything', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create({ order_id: 'again' });
    await bench.door('reset');
    expect((await bench.door('invoices', undefined, 'GET')).body).toEqual([]);
    expect((await bench.create({ order_id: 'again' }))['uuid']).not.toBe(uuid);
  });

  test('the log shows deliveries, and repeats one on request', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    await bench.door(`invoices/${uuid}/pay`);
    await bench.hooks.waitFor(1);
    const logOf = async (): Promise<{ n: number; state: string }[]> =>
      (await bench.door('webhooks', undefined, 'GET')).body as unknown as { n: number; state: string }[];
    await eventually(async () => (await logOf())[0]?.state === 'delivered', 'the delivery is in the log');
    await bench.door('webhooks/1/redeliver');
    const [first, second] = await bench.hooks.waitFor(2);
    expect(second?.raw).toBe(first?.raw);
    expect((await bench.door('webhooks/99/redeliver')).status).toBe(404);
  });
});
