import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { startPaymentSimulator } from '#infra/local/simulators/payments/start-payment-simulator.ts';

import { call, door, eventually, MERCHANT, PAYMENT_KEY, PAYOUT_KEY, startReceiver } from './simulator-harness.ts';

const MAIN = new URL('../../../../../infra/local/simulators/payments/main.ts', import.meta.url);

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payment-simulator-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function startProcess(env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(MAIN, [], {
    silent: true,
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_FILE: join(folder, 'payments.sqlite'),
      MERCHANT_ID: MERCHANT,
      PAYMENT_KEY,
      PAYOUT_KEY,
      ...env,
    },
  });
  children.push(child);
  const [message] = (await once(child, 'message')) as [{ ready: boolean; url: string }];
  expect(message.ready).toBe(true);
  return { child, url: message.url };
}

test('kill -9 loses nothing that was answered: invoices, clock, and webhooks still to be sent', async () => {
  await using hooks = await startReceiver();
  hooks.answer = { status: 500 };
  const first = await startProcess();
  const terms = { amount: '50', currency: 'USD', order_id: 'kept', to_currency: 'USDT', network: 'tron' };
  const created = await call(first.url, '/v1/payment', { ...terms, url_callback: hooks.url });
  const { uuid, address } = created.body['result'];
  const begunMs = Date.now();
  const advanced = (await door(first.url, 'clock', { advanceMs: 600_000 })).body;
  // The jump is to ten minutes after the call: what the call itself took is not added once more.
  expect(Date.parse(String(advanced['now']))).toBeGreaterThanOrEqual(begunMs + 600_000);
  await door(first.url, 'invoices/kept/pay');
  await hooks.waitFor(1);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  hooks.answer = { status: 200 };
  const second = await startProcess();
  const info = await call(second.url, '/v1/payment/info', { order_id: 'kept' });
  expect(info.body['result']).toMatchObject({ uuid, address, status: 'paid' });
  const clock = await door(second.url, 'clock', undefined, 'GET');
  expect(clock.body['offsetMs']).toBe(advanced['offsetMs']);
  await door(second.url, 'clock', { advanceMs: 61_000 });
  expect(hooks.received.length).toBeGreaterThanOrEqual(2);
  expect(hooks.received.at(-1)?.raw).toBe(hooks.received[0]?.raw);
});

test('the process ends with its parent’s channel, and on SIGTERM', async () => {
  const one = await startProcess();
  one.child.disconnect();
  expect(await once(one.child, 'exit')).toEqual([0, null]);
  const two = await startProcess({ PROFILE: 'cryptomus' });
  expect((await door(two.url, 'health', undefined, 'GET')).body).toEqual({ ok: true, profile: 'cryptomus' });
  two.child.kill('SIGTERM');
  expect(await once(two.child, 'exit')).toEqual([0, null]);
});

test('a delivery broken off by closing is sent after the next start', async () => {
  await using hooks = await startReceiver();
  const options = {
    port: 0,
    merchantId: MERCHANT,
    paymentKey: PAYMENT_KEY,
    payoutKey: PAYOUT_KEY,
    dataFile: join(folder, 'again.sqlite'),
  };
  const first = await startPaymentSimulator(options);
  await door(first.url, 'faults', { path: 'webhook', mode: 'delay_webhook', delayMs: 300 });
  const terms = { amount: '50', currency: 'USD', order_id: 'later', to_currency: 'TRX', url_callback: hooks.url };
  await call(first.url, '/v1/payment', terms);
  await door(first.url, 'invoices/later/pay');
  await first.close();
  const second = await startPaymentSimulator(options);
  await hooks.waitFor(1);
  await eventually(async () => {
    const log = (await door(second.url, 'webhooks', undefined, 'GET')).body as unknown as { state: string }[];
    return log[0]?.state === 'delivered';
  }, 'delivered after the restart');
  await second.close();
});

test('refuses keys that are no test keys, and hosts that are not loopback', async () => {
  const options = { port: 0, merchantId: MERCHANT, paymentKey: PAYMENT_KEY, payoutKey: PAYOUT_KEY };
  await expect(startPaymentSimulator({ ...options, paymentKey: 'live_key' })).rejects.toThrow('must begin with test_');
  await expect(startPaymentSimulator({ ...options, payoutKey: '' })).rejects.toThrow('must begin with test_');
  await expect(startPaymentSimulator({ ...options, host: '0.0.0.0' })).rejects.toThrow('loopback');
});
