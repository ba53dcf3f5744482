import { describe, expect, test } from 'vitest';

import { type Bench, isSigned, PAYMENT_KEY, PAYOUT_KEY, pause, startBench } from './simulator-harness.ts';

const TERMS = { amount: '50', currency: 'USD', to_currency: 'USDT', network: 'tron' };

/** Resolves when every fault on the board has met its call. */
async function met(bench: Bench): Promise<null> {
  const faults = await bench.door('faults', undefined, 'GET');
  if (Array.isArray(faults.body) && faults.body.length === 0) return null;
  await pause(20);
  return met(bench);
}

/**
 * Creates an invoice and returns the status; null when no JSON answer came. Does not wait for the answer to a held
 * call.
 */
async function tryCreate(bench: Bench, orderId: string, isHeld = false): Promise<number | null> {
  const answer = bench.call('/v1/payment', { ...TERMS, order_id: orderId }).then(
    (reply) => reply.status,
    () => null,
  );
  return await (isHeld ? Promise.race([answer, met(bench)]) : answer);
}

async function exists(bench: Bench, orderId: string): Promise<boolean> {
  return (await bench.call('/v1/payment/info', { order_id: orderId })).status === 200;
}

describe('faults of calls', () => {
  test.each([
    ['timeout_before', false, null],
    ['timeout_after', true, null],
    ['reset', false, null],
    ['reset_after', true, null],
    ['status', false, 500],
    ['status_after', true, 500],
    ['garbage', false, null],
  ])('%s: the invoice exists afterwards: %s', async (mode, isMade, status) => {
    await using bench = await startBench();
    await bench.door('faults', { path: '=/v1/payment', mode, times: 1, delayMs: 60_000 });
    expect(await tryCreate(bench, 'lost', mode.startsWith('timeout'))).toBe(status);
    expect(await exists(bench, 'lost')).toBe(isMade);
    expect(await tryCreate(bench, 'lost')).toBe(200);
    expect((await bench.door('faults', undefined, 'GET')).body).toEqual([]);
  });

  test('a held call is cut after its delay', async () => {
    await using bench = await startBench();
    await bench.door('faults', { path: '/v1/payment', mode: 'timeout_before', delayMs: 30 });
    await expect(bench.call('/v1/payment/services')).rejects.toThrow('fetch failed');
  });

  test('status answers in the shapes of the provider', async () => {
    await using bench = await startBench();
    const shape = async (fault: object): Promise<unknown> => {
      await bench.door('faults', { path: 'services', mode: 'status', times: 1, ...fault });
      const { status, body } = await bench.call('/v1/payment/services');
      return [status, body];
    };
    expect(await shape({})).toEqual([500, { message: 'Server error, #1', code: 500, error: null }]);
    expect(await shape({ status: 401 })).toEqual([401, { state: 1, message: 'Invalid Sign.' }]);
    expect(await shape({ status: 422, message: 'You are forbidden' })).toEqual([
      422,
      { state: 1, message: 'You are forbidden' },
    ]);
  });

  test('garbage is an HTML page, or JSON torn in two', async () => {
    await using bench = await startBench();
    await bench.door('faults', { path: 'rate', mode: 'garbage', times: 1 });
    const page = await fetch(`${bench.url}/v1/exchange-rate/BTC/list`);
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html']);
    await bench.door('faults', { path: 'rate', mode: 'garbage', times: 1, status: 200 });
    const torn = await fetch(`${bench.url}/v1/exchange-rate/BTC/list`);
    expect(torn.status).toBe(200);
    await expect(torn.json()).rejects.toThrow(SyntaxError);
  });

  test('slow: acts at once, so a webhook can overtake the answer', async () => {
    await using bench = await startBench();
    await bench.door('faults', { path: '=/v1/payment', mode: 'slow', times: 1, delayMs: 400 });
    const creating = bench.create({ order_id: 'slow_1' });
    await met(bench);
    await bench.door('invoices/slow_1/pay');
    await bench.hooks.waitFor(1);
    expect((await creating)['status']).toBe('check');
  });

  test('stale and other_payment change what info says', async () => {
    await using bench = await startBench();
    const { uuid } = await bench.create();
    await bench.door(`invoices/${uuid}/pay`);
    await bench.door('faults', { path: 'info', mode: 'stale', delayMs: 5000 });
    expect((await bench.info(uuid))['status']).toBe('check');
    await bench.door('clock', { advanceMs: 5000 });
    expect((await bench.info(uuid))['status']).toBe('paid');
    await bench.door('faults', undefined, 'DELETE');
    await bench.door('faults', { path: 'info', mode: 'other_payment', times: 1 });
    expect((await bench.info(uuid))['uuid']).not.toBe(uuid);
    expect((await bench.info(uuid))['uuid']).toBe(uuid);
  });

  test('async_fail: accepted now, failed later', async () => {
    await using bench = await startBench();
    await bench.door('faults', { path: 'payment', mode: 'async_fail', times: 1 });
    const { uuid } = await bench.create();
    expect((await bench.door(`invoices/${uuid}/pay`)).body['status']).toBe('fail');
    const paid = await bench.create();
    await bench.door(`invoices/${paid['uuid']}/pay`);
    await bench.door('faults', { path: 'refund', mode: 'async_fail', times: 1 });
    const order = { uuid: paid['uuid'], address: 'TSimRefund11111111111111111111111', is_subtract: true };
    await bench.call('/v1/payment/refund', order, PAYOUT_KEY);
    await bench.door('clock', { advanceMs: 2000 });
    expect((await bench.info(paid['uuid']))['status']).toBe('refund_fail');
  });

  test('a rule that makes no sense is refused', async () => {
    await using bench = await startBench();
    for (const rule of [
      { path: 'x', mode: 'nonsense' },
      { mode: 'status', times: 0 },
      { mode: 'status', status: 99 },
    ]) {
      expect((await bench.door('faults', rule)).status).toBe(422);
    }
  });
});

describe('faults of deliveries', () => {
  async function payWith(bench: Bench, fault: object): Promise<void> {
    await bench.door('faults', { path: 'webhook', ...fault });
    const { uuid } = await bench.create();
    await bench.door(`invoices/${uuid}/pay`);
  }

  test('no_webhook: never sent, and the log says so', async () => {
    await using bench = await startBench();
    await payWith(bench, { mode: 'no_webhook' });
    await bench.door('clock', { advanceMs: 86_400_000 });
    expect(bench.hooks.received).toEqual([]);
    const log = (await bench.door('webhooks', undefined, 'GET')).body;
    expect(log).toMatchObject([{ state: 'dropped', status: 'paid', reason: 'fault no_webhook' }]);
  });

  test('duplicate_webhook: sends the given number of copies at once', async () => {
    await using bench = await startBench();
    await payWith(bench, { mode: 'duplicate_webhook', times: 7 });
    const hooks = await bench.hooks.waitFor(7);
    expect(new Set(hooks.map((hook) => hook.raw)).size).toBe(1);
  });

  test('duplicate_webhook with copies: sends that many copies, for as many webhooks as times says', async () => {
    await using bench = await startBench();
    await payWith(bench, { mode: 'duplicate_webhook', times: 1, copies: 3 });
    await bench.hooks.waitFor(3);
    expect((await bench.door('faults', undefined, 'GET')).body).toEqual([]);
  });

  test('delay_webhook: later in virtual time', async () => {
    await using bench = await startBench();
    await payWith(bench, { mode: 'delay_webhook', delayMs: 86_400_000 });
    await bench.door('clock', { advanceMs: 86_000_000 });
    expect(bench.hooks.received).toHaveLength(0);
    await bench.door('clock', { advanceMs: 400_000 });
    expect(bench.hooks.received).toHaveLength(1);
  });

  test('reorder: the next webhook overtakes the held one', async () => {
    await using bench = await startBench();
    await bench.door('faults', { path: 'webhook/payment/confirm_check', mode: 'reorder' });
    const { uuid } = await bench.create();
    await bench.door(`invoices/${uuid}/confirm_check`);
    await bench.door(`invoices/${uuid}/pay`);
    expect((await bench.hooks.waitFor(2)).map((hook) => hook.body['status'])).toEqual(['paid', 'confirm_check']);
  });

  test.each([
    ['bad_signature', 'string'],
    ['altered_amount', 'string'],
    ['missing_signature', 'undefined'],
    ['array_signature', 'object'],
    ['wrong_key', 'string'],
  ])('%s does not verify', async (mode, type) => {
    await using bench = await startBench();
    await payWith(bench, { mode });
    const [hook] = await bench.hooks.waitFor(1);
    expect(isSigned(hook?.raw ?? '', PAYMENT_KEY)).toBe(false);
    expect(isSigned(hook?.raw ?? '', PAYOUT_KEY)).toBe(mode === 'wrong_key');
    expect(typeof hook?.body['sign']).toBe(type);
    expect(hook?.body['payment_amount']).toBe(mode === 'altered_amount' ? '500.10000000' : '50.01000000');
  });

  test.each(['forged_body', 'forged_amount'])('%s has a valid signature and a false body', async (mode) => {
    await using bench = await startBench();
    await payWith(bench, { mode });
    const [hook] = await bench.hooks.waitFor(1);
    expect(isSigned(hook?.raw ?? '')).toBe(true);
    expect(hook?.body['payment_amount']).toBe('500.10000000');
  });
});
