import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Bench, MERCHANT, PAYMENT_KEY, PAYOUT_KEY, sign, startBench } from './simulator-harness.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
});

async function post(path: string, body: string, headers: Record<string, string>): Promise<[number, unknown]> {
  const response = await fetch(bench.url + path, { method: 'POST', headers, body });
  return [response.status, await response.json()];
}

describe('signature', () => {
  test.each([
    ['', ''],
    ['{}', '{}'],
    ['[]', '[]'],
    ['{}', ''],
  ])('a call without parameters: body %j signed over %j', async (body, signed) => {
    const headers = { merchant: MERCHANT, sign: sign(signed, PAYMENT_KEY) };
    const [status, answer] = await post('/v1/payment/services', body, headers);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ state: 0 });
  });

  test('a client from outside knows the keys and names itself as it likes', async () => {
    const headers = { merchant: 'somebody', sign: sign('{}', PAYMENT_KEY) };
    const [status] = await post('/v1/payment/services', '{}', headers);
    expect(status).toBe(200);
  });

  test.each([
    ['wrong key', { merchant: MERCHANT, sign: sign('{}', PAYOUT_KEY) }],
    ['no merchant', { sign: sign('{}', PAYMENT_KEY) }],
    ['no sign', { merchant: MERCHANT }],
    ['no headers', {}],
    ['other bytes', { merchant: MERCHANT, sign: sign('{ }', PAYMENT_KEY) }],
  ])('%s is refused', async (_name, headers) => {
    const answer = await post('/v1/payment/info', '{}', headers);
    expect(answer).toEqual([401, { state: 1, message: 'Invalid Sign.' }]);
  });

  test('the bytes count, not the data: spaces, escaped slashes and non-ASCII', async () => {
    for (const body of [
      '{"amount": "50", "currency": "USD", "order_id": "raw_1"}',
      '{"amount":"50","currency":"USD","order_id":"raw_2","url_callback":"http:\\/\\/127.0.0.1:9\\/x"}',
      '{"amount":"1.5","currency":"EUR","order_id":"raw_3","additional_data":"Пополнение №7 ✓"}',
    ]) {
      const { status } = await bench.call('/v1/payment', body);
      expect(status).toBe(200);
    }
  });
});

describe('reading', () => {
  test('info finds an invoice by uuid and by order id, and the order id wins', async () => {
    const one = await bench.create();
    const two = await bench.create();
    const { body } = await bench.call('/v1/payment/info', { uuid: one['uuid'], order_id: two['order_id'] });
    expect(body['result']).toEqual(two);
    expect((await bench.call('/v1/payment/info', {})).body).toEqual({
      state: 1,
      errors: { uuid: ['validation.required_without'], order_id: ['validation.required_without'] },
    });
    expect((await bench.call('/v1/payment/info', { uuid: 'nobody' })).status).toBe(422);
  });

  test('the services are the 37 pairs, each worth about a dollar or more at its minimum', async () => {
    const services = (await bench.call('/v1/payment/services')).body['result'];
    expect(services).toHaveLength(37);
    expect(services).toContainEqual({
      network: 'TRON',
      currency: 'USDT',
      is_available: true,
      limit: { min_amount: '1.00000000', max_amount: '10000000.00000000' },
      commission: { fee_amount: '0.00', percent: '2.00' },
    });
    for (const { currency, limit } of services) {
      const list = await (await fetch(`${bench.url}/v1/exchange-rate/${currency}/list`)).json();
      const usd = list.result.find((row: { to: string }) => row.to === 'USD');
      expect(Number(usd.course) * Number(limit.min_amount), currency).toBeGreaterThanOrEqual(0.98);
      expect(Number(usd.course) * Number(limit.max_amount), currency).toBeGreaterThan(500_000);
      expect(usd).toMatchObject({ from: currency, source: 'Binance' });
    }
  });

  test('the list goes by pages with an opaque cursor in the query or in the body', async () => {
    await using own = await startBench();
    for (let n = 0; n < 17; n += 1) await own.create();
    const first = (await own.call('/v1/payment/list')).body['result'];
    expect(first.items).toHaveLength(15);
    expect(first.paginate).toMatchObject({ count: 15, hasPages: true, previousCursor: null, perPage: 15 });
    const cursor = first.paginate.nextCursor;
    const inQuery = (await own.call(`/v1/payment/list?cursor=${cursor}`)).body['result'];
    const inBody = (await own.call('/v1/payment/list', { cursor })).body['result'];
    expect(inQuery.items).toHaveLength(2);
    expect(inQuery).toEqual(inBody);
    expect(inQuery.paginate.nextCursor).toBeNull();
    const back = await own.call('/v1/payment/list', { cursor: inQuery.paginate.previousCursor });
    expect(back.body['result'].items).toEqual(first.items);
    const future = await own.call('/v1/payment/list', { date_from: '2999-01-01 0:00:00' });
    expect(future.body['result'].items).toEqual([]);
  });

  test('serves the balance, a QR code and the discounts', async () => {
    await using own = await startBench();
    const payment = await own.create();
    await own.door(`invoices/${payment['uuid']}/pay`);
    const rows = (await own.call('/v1/balance')).body['result'][0].balance.merchant;
    expect(rows.find((row: { currency_code: string }) => row.currency_code === 'USDT')).toMatchObject({
      balance: '49.00980000',
      balance_usd: '48.99',
    });
    const qr = await own.call('/v1/payment/qr', { merchant_payment_uuid: payment['uuid'] });
    expect(qr.body['result'].image).toMatch(/^data:image\/png;base64,/);
    await own.call('/v1/payment/discount/set', { currency: 'USDT', network: 'tron', discount_percent: 10 });
    expect(await own.create()).toMatchObject({ discount_percent: 10, discount: '5.00' });
    expect((await own.call('/v1/payment/discount/list')).body['result']).toHaveLength(37);
  });

  test('the balance is the sum of the shares that the payments name, to the last digit', async () => {
    await using own = await startBench();
    const inUnits = (amount: unknown): number => Math.round(Number(amount) * 1e8);
    let shares = 0;
    for (const amount of ['121', '37.07', '9.99']) {
      const order = { amount, to_currency: 'AVAX', network: 'avalanche', order_id: `odd_${amount.replace('.', '_')}` };
      const payment = await own.create(order);
      await own.door(`invoices/${payment['uuid']}/pay`);
      const info = async () => (await own.call('/v1/payment/info', { uuid: payment['uuid'] })).body['result'];
      const { merchant_amount: share, payment_amount: received } = await info();
      shares += inUnits(share);
      if (amount !== '121') continue;
      await own.door(`invoices/${payment['uuid']}/refund`);
      shares -= inUnits(received);
    }
    const rows = (await own.call('/v1/balance')).body['result'][0].balance.merchant;
    const row = rows.find((each: { currency_code: string }) => each.currency_code === 'AVAX');
    expect(inUnits(row.balance)).toBe(shares);
  });

  test('an unknown call is a 404, an unknown currency a 422', async () => {
    expect((await bench.call('/v1/payout')).status).toBe(404);
    expect((await fetch(`${bench.url}/v1/payment`)).status).toBe(404);
    const rates = await fetch(`${bench.url}/v1/exchange-rate/NOPE/list`);
    expect([rates.status, await rates.json()]).toEqual([422, { state: 1, message: 'The currency was not found' }]);
  });
});

describe('profiles', () => {
  test('heleket: refund by payout key with part amounts, resend v1, aml links', async () => {
    const payment = await bench.create();
    const { uuid } = payment;
    const order = { uuid, address: 'TSimRefund11111111111111111111111', is_subtract: true };
    expect((await bench.call('/v1/payment/refund', order, PAYOUT_KEY)).body).toEqual({
      state: 1,
      message: 'Refunds are made only for completed payments',
    });
    await bench.door(`invoices/${uuid}/pay`);
    expect((await bench.call('/v1/payment/refund', order, PAYMENT_KEY)).status).toBe(401);
    expect((await bench.call('/v1/payment/refund', { ...order, amount: '50.02' }, PAYOUT_KEY)).body['message']).toBe(
      'The refund amount should not be more than the amount paid',
    );
    expect((await bench.call('/v1/payment/resend', { uuid })).body).toEqual({ state: 0, result: [] });
    expect((await bench.call('/v2/payment/resend', { uuid })).status).toBe(404);
    expect((await bench.call('/v1/payment/refund', { ...order, amount: '20' }, PAYOUT_KEY)).body).toEqual({
      state: 0,
      result: [],
    });
    expect((await bench.info(uuid))['status']).toBe('refund_process');
    await bench.door('clock', { advanceMs: 2000 });
    expect(await bench.info(uuid)).toMatchObject({ status: 'refund_paid', is_final: true });
  });

  test('heleket: aml links of a locked payment', async () => {
    const { uuid } = await bench.create();
    expect((await bench.call('/v1/payment/aml-links', { uuid })).body['result']).toEqual([]);
    await bench.door(`invoices/${uuid}/lock`);
    expect((await bench.call('/v1/payment/aml-links', { uuid })).body['result']).toEqual([
      { link: `${bench.url}/aml/${uuid}`, expired_at: expect.stringMatching(/Z$/), status: 'init' },
    ]);
  });

  test('cryptomus: refund by payment key in full, resend v2, no aml links, no rate source', async () => {
    await using own = await startBench({ profile: 'cryptomus' });
    const { uuid } = await own.create();
    await own.door(`invoices/${uuid}/pay`);
    expect((await own.call('/v2/payment/resend', { uuid })).status).toBe(200);
    expect((await own.call('/v1/payment/aml-links', { uuid })).status).toBe(404);
    const order = { uuid, address: 'TSimRefund11111111111111111111111', is_subtract: false };
    expect((await own.call('/v1/payment/refund', order, PAYOUT_KEY)).status).toBe(401);
    expect((await own.call('/v1/payment/refund', order)).status).toBe(200);
    const rates = await (await fetch(`${own.url}/v1/exchange-rate/ETH/list`)).json();
    expect(rates.result[0]).toEqual({ from: 'ETH', to: 'USD', course: '3100.12000000' });
  });
});

describe('static wallets and test webhooks', () => {
  test('every transfer is a payment of its own until the address is blocked', async () => {
    await using own = await startBench();
    const terms = { currency: 'USDT', network: 'TRON', order_id: 'wallet_user_42', url_callback: own.hooks.url };
    const wallet = (await own.call('/v1/wallet', terms)).body['result'];
    expect((await own.call('/v1/wallet', terms)).body['result']).toEqual(wallet);
    await own.door(`wallets/${wallet.uuid}/pay`, { amountUsd: '12.34' });
    await own.door(`wallets/${wallet.uuid}/pay`, { amountUsd: '5' });
    const [first, second] = await own.hooks.waitFor(2);
    expect(first?.body).toMatchObject({ type: 'wallet', order_id: 'wallet_user_42', status: 'paid', is_final: true });
    expect(first?.body['wallet_address_uuid']).toBe(wallet.uuid);
    expect(second?.body['uuid']).not.toBe(first?.body['uuid']);
    const block = await own.call('/v1/wallet/block-address', { uuid: wallet.uuid });
    expect(block.body['result']).toEqual({ uuid: wallet.uuid, status: 'blocked' });
    await own.door(`wallets/${wallet.uuid}/pay`, { amountUsd: '10' });
    const refund = { uuid: wallet.uuid, address: 'TSimRefund11111111111111111111111' };
    expect((await own.call('/v1/wallet/blocked-address-refund', refund)).body['result']).toMatchObject({
      amount: expect.stringMatching(/^9\.80/),
    });
    expect((await own.call('/v1/wallet/blocked-address-refund', refund)).body['message']).toBe(
      'You can withdraw only once',
    );
    expect((await own.call('/v1/wallet/qr', { merchant_payment_uuid: wallet.uuid })).status).toBe(200);
  });

  test('a test webhook is signed, and nothing remembers it', async () => {
    await using own = await startBench();
    const payment = await own.create();
    const order = { url_callback: own.hooks.url, currency: 'USDT', network: 'tron', uuid: payment['uuid'] };
    for (const kind of ['payment', 'wallet', 'payout']) {
      expect((await own.call(`/v1/test-webhook/${kind}`, order)).body).toEqual({ state: 0, result: [] });
    }
    const hooks = await own.hooks.waitFor(3);
    expect(new Set(hooks.map((hook) => hook.body['type']))).toEqual(new Set(['payment', 'payout', 'wallet']));
    expect((await own.info(payment['uuid']))['status']).toBe('check');
    const refused = await own.call('/v1/test-webhook/payment', {
      ...order,
      order_id: 'x'.repeat(33),
      status: 'locked',
    });
    expect(refused.body['errors']).toEqual({ status: ['validation.in'], order_id: ['validation.max.string'] });
  });
});
