import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Bench, startBench } from './simulator-harness.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
});

describe('create', () => {
  test('locks the coin amount, cut to the digits the coin is shown with', async () => {
    const payment = await bench.create();
    expect(payment).toMatchObject({
      amount: '50.00',
      currency: 'USD',
      payment_amount: null,
      payment_amount_usd: null,
      payer_amount: '50.01',
      payer_currency: 'USDT',
      payer_amount_exchange_rate: '0.99970009',
      discount_percent: 0,
      discount: '0.00',
      commission: '1.00020000',
      merchant_amount: '49.00980000',
      network: 'tron',
      from: null,
      txid: null,
      payment_status: 'check',
      status: 'check',
      is_final: false,
      additional_data: null,
    });
    expect(payment['address']).toMatch(/^TSim[1-9A-HJ-NP-Za-km-z]{30}$/);
    expect(payment['address_qr_code']).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    expect(payment['url']).toBe(`${bench.url}/pay/${payment['uuid']}`);
    expect(payment['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00$/);
    expect(payment['expired_at'] - Date.now() / 1000).toBeCloseTo(3600, -1);
    await bench.door('rates', { coin: 'USDT', rateUsd: '0.8' });
    expect((await bench.info(payment['uuid']))['payer_amount']).toBe('50.01');
    await bench.door('rates', { coin: 'USDT', rateUsd: '0.99970009' });
  });

  test.each([
    [{ to_currency: undefined, network: undefined }, null, null],
    [{ network: undefined }, null, null],
    [{ to_currency: 'BTC', network: undefined }, 'BTC', 'btc'],
    [{ currency: 'USDT', to_currency: undefined, network: undefined }, null, null],
    [{ currency: 'usdt', to_currency: undefined, network: 'TRON' }, 'USDT', 'tron'],
  ])('gives an address at once only when coin and network are known: %j', async (terms, coin, network) => {
    expect(await bench.create(terms)).toMatchObject({ payer_currency: coin, network });
  });

  test('the same order id returns the existing invoice and ignores everything else', async () => {
    const first = await bench.create({ order_id: 'same_1' });
    await bench.door(`invoices/${first['uuid']}/pay`);
    const again = await bench.create({ order_id: 'same_1', amount: '70', to_currency: 'BTC', network: 'btc' });
    expect(again).toMatchObject({ uuid: first['uuid'], amount: '50.00', payer_currency: 'USDT', status: 'paid' });
    const wallet = await bench.call('/v1/wallet', { currency: 'USDT', network: 'tron', order_id: 'same_1' });
    expect(wallet).toMatchObject({ status: 422, body: { state: 1, errors: { order_id: ['validation.unique'] } } });
  });

  test('is_refresh gives an expired invoice a new address and term, and nothing else', async () => {
    const first = await bench.create({ order_id: 'fresh_1' });
    expect((await bench.create({ order_id: 'fresh_1', is_refresh: true }))['address']).toBe(first['address']);
    await bench.door(`invoices/${first['uuid']}/expire`);
    const next = await bench.create({ order_id: 'fresh_1', is_refresh: true, amount: '99' });
    expect(next).toMatchObject({ uuid: first['uuid'], status: 'check', amount: '50.00', is_final: false });
    expect(next['address']).not.toBe(first['address']);
  });

  test('applies the share of the commission, a discount and a surcharge', async () => {
    const plain = { to_currency: 'USDT', network: 'tron', currency: 'USDT', amount: '15' };
    expect((await bench.create({ ...plain, subtract: 100 }))['payer_amount']).toBe('15.30');
    expect(await bench.create({ ...plain, discount_percent: 5 })).toMatchObject({
      payer_amount: '14.25',
      discount: '0.75',
      discount_percent: 5,
    });
    expect(await bench.create({ ...plain, discount_percent: -5 })).toMatchObject({
      payer_amount: '15.75',
      discount: '-0.75',
    });
  });

  test.each<[Record<string, unknown>, Record<string, string[]>]>([
    [
      { amount: undefined, currency: undefined, order_id: undefined },
      { amount: ['validation.required'], currency: ['validation.required'], order_id: ['validation.required'] },
    ],
    [{ amount: 'ten' }, { amount: ['validation.numeric'] }],
    [{ amount: '0.00' }, { amount: ['validation.gt.numeric'] }],
    [{ amount: 50 }, { amount: ['validation.string'] }],
    [{ order_id: 'a b' }, { order_id: ['validation.regex'] }],
    [{ order_id: 'x'.repeat(129) }, { order_id: ['validation.max.string'] }],
    [{ lifetime: 299 }, { lifetime: ['validation.between.numeric'] }],
    [{ lifetime: 43201 }, { lifetime: ['validation.between.numeric'] }],
    [{ lifetime: 300.5 }, { lifetime: ['validation.integer'] }],
    [{ subtract: 101 }, { subtract: ['validation.between.numeric'] }],
    [{ accuracy_payment_percent: 5.1 }, { accuracy_payment_percent: ['validation.between.numeric'] }],
    [{ additional_data: 'x'.repeat(256) }, { additional_data: ['validation.max.string'] }],
    [{ url_callback: 'ftp://x.example' }, { url_callback: ['validation.url'] }],
    [{ url_return: 'a:b' }, { url_return: ['validation.min.string', 'validation.url'] }],
    [{ url_success: `http://x/${'y'.repeat(255)}` }, { url_success: ['validation.max.string'] }],
    [{ discount_percent: -100 }, { discount_percent: ['validation.between.numeric'] }],
    [{ is_payment_multiple: 'maybe' }, { is_payment_multiple: ['validation.boolean'] }],
    [{ currencies: 'USDT' }, { currencies: ['validation.array'] }],
    [{ course_source: 'Garantexio' }, { course_source: ['validation.in'] }],
  ])('refuses %j', async (terms, errors) => {
    const valid = { amount: '50', currency: 'USD', order_id: 'never', to_currency: 'USDT', network: 'tron' };
    const { status, body } = await bench.call('/v1/payment', { ...valid, ...terms });
    expect([status, body]).toEqual([422, { state: 1, errors }]);
  });

  test.each([
    [{ currency: 'ZZZ' }, 'The currency was not found'],
    [{ network: 'mars' }, 'The network was not found'],
    [{ to_currency: 'EUR' }, 'Not found service to_currency'],
    [{ to_currency: 'BTC', network: 'tron' }, 'The service was not found'],
    [{ amount: '0.5' }, 'Minimum amount 1 USDT'],
    [{ amount: '20000000' }, 'Maximum amount 10000000 USDT'],
  ])('refuses %j with "%s"', async (terms, message) => {
    const valid = { amount: '50', currency: 'USD', order_id: 'never', to_currency: 'USDT', network: 'tron' };
    const { status, body } = await bench.call('/v1/payment', { ...valid, ...terms });
    expect([status, body]).toEqual([422, { state: 1, message }]);
  });

  test('a pair switched off is refused and shown as unavailable', async () => {
    await bench.door('services', { coin: 'XMR', network: 'xmr', isAvailable: false });
    const { body } = await bench.call('/v1/payment', {
      amount: '50',
      currency: 'USD',
      order_id: 'never',
      to_currency: 'XMR',
    });
    expect(body).toEqual({ state: 1, message: 'The service was not found' });
    await bench.door('services', { coin: 'XMR', network: 'xmr', isAvailable: true });
  });
});
