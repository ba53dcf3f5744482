import { describe, expect, it } from 'vitest';

import {
  networkCode,
  readBalances,
  readInvoice,
  readServices,
  readUsdRate,
} from '#functions/adapters/payments/cryptomus/transform.ts';
import { networks, type Network } from '#shared/catalogue.ts';
import { invoice, service } from './samples.ts';

describe('an invoice in our words', () => {
  it.each([undefined, null, 7, 'yesterday'])('is read without the time of its last change: %s', (updated_at) => {
    const read = readInvoice({ ...invoice(), updated_at });
    expect(read.isUnderstood && 'changedAtMs' in read.value).toBe(false);
    expect(read.isUnderstood).toBe(true);
  });

  it.each([undefined, null, 7, '-0.5', 'much'])('is read without our share: %s', (merchant_amount) => {
    const read = readInvoice(invoice({ merchant_amount }));
    expect(read.isUnderstood && 'merchantAmount' in read.value).toBe(false);
    expect(read.isUnderstood).toBe(true);
  });

  it('is the published sample', () => {
    expect(readInvoice(invoice())).toEqual({
      isUnderstood: true,
      value: {
        paymentId: '5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d',
        reference: 'dep_01J9ZK3V7Q',
        state: 'waiting',
        isFinal: false,
        invoiceAmount: '50.00',
        invoiceCurrency: 'USD',
        payerAmount: '50.01',
        payerCurrency: 'USDT',
        network: 'tron',
        receivedAmount: undefined,
        merchantAmount: '49.00980000',
        rate: '0.99970009',
        address: 'TSimAddress',
        sourceAddress: undefined,
        payUrl: 'https://pay.example/pay/5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d',
        createdAtMs: Date.UTC(2026, 10, 21, 10),
        changedAtMs: Date.UTC(2026, 10, 21, 10),
        expiresAtMs: 1_795_258_800_000,
      },
    });
  });

  it.each([
    ['check', 'waiting'],
    ['process', 'waiting'],
    ['confirm_check', 'confirming'],
    ['wrong_amount_waiting', 'partly_paid'],
    ['paid', 'paid'],
    ['paid_over', 'paid_over'],
    ['wrong_amount', 'paid_less'],
    ['cancel', 'expired'],
    ['fail', 'failed'],
    ['system_fail', 'failed'],
    ['locked', 'locked'],
    ['refund_process', 'refunding'],
    ['refund_fail', 'refund_failed'],
    ['refund_paid', 'refunded'],
  ])('%s is %s', (status, state) => {
    expect(readInvoice(invoice({ status }))).toMatchObject({ isUnderstood: true, value: { state } });
  });

  it('leaves missing fields undefined', () => {
    const bare = {
      payer_amount: null,
      payer_currency: null,
      payer_amount_exchange_rate: undefined,
      network: null,
      address: '',
      from: '',
      txid: '',
      expired_at: null,
    };
    expect(readInvoice(invoice(bare))).toMatchObject({
      isUnderstood: true,
      value: {
        payerAmount: undefined,
        payerCurrency: undefined,
        rate: undefined,
        network: undefined,
        address: undefined,
        sourceAddress: undefined,
        txid: undefined,
        expiresAtMs: undefined,
      },
    });
  });

  it('names the address that paid, and the transfer', () => {
    expect(readInvoice(invoice({ from: 'TPayer', txid: 'ab12' }))).toMatchObject({
      value: { sourceAddress: 'TPayer', txid: 'ab12' },
    });
  });

  it.each([
    ['0.00', undefined],
    ['0.00000000', undefined],
    ['0.00040000', '0.00040000'],
    // The product's one reader of decimals takes at most twenty digits before the point.
    ['12345678901234567890.12345678', '12345678901234567890.12345678'],
  ])('received %s is %s, digit for digit', (payment_amount, receivedAmount) => {
    expect(readInvoice(invoice({ payment_amount }))).toMatchObject({ isUnderstood: true, value: { receivedAmount } });
  });

  it('writes networks in lower case', () => {
    expect(readInvoice(invoice({ network: 'TRON' }))).toMatchObject({ value: { network: 'tron' } });
  });

  it.each([
    ['status', 'paid_twice'],
    ['status', undefined],
    ['is_final', 'false'],
    ['amount', 50],
    ['amount', '1e3'],
    ['amount', '-50.00'],
    ['payment_amount', 'NaN'],
    ['payer_amount', '1,5'],
    ['uuid', ''],
    ['order_id', null],
    ['url', undefined],
    ['created_at', 'yesterday'],
    ['expired_at', 1.5],
  ])('is not understood with %s = %s, and says so without the value', (path, value) => {
    expect(readInvoice(invoice({ [path]: value }))).toEqual({ isUnderstood: false, path });
  });

  it.each([[null], [[]], ['x'], [undefined]])('is not understood when it is %j', (json) => {
    expect(readInvoice(json)).toMatchObject({ isUnderstood: false });
  });
});

describe('the services in our words', () => {
  it('are the pairs of our catalogue with their limits', () => {
    const read = readServices([
      service(),
      service({ network: 'sol', currency: 'SOL', is_available: false }),
      service({ network: 'TRON', currency: 'BTC' }),
      service({ network: 'CARDANO', currency: 'ADA' }),
      service({ network: 'polygon', currency: 'toString' }),
    ]);
    expect(read).toEqual({
      isUnderstood: true,
      value: [
        { coin: 'USDT', network: 'TRON', isAvailable: true, minAmount: '1.00000000', maxAmount: '10000000.00000000' },
        { coin: 'SOL', network: 'SOL', isAvailable: false, minAmount: '1.00000000', maxAmount: '10000000.00000000' },
      ],
    });
  });

  it('are read whatever is wrong with a pair that is not ours', () => {
    const odd = [
      service({ network: 'CARDANO', currency: 'ADA', limit: null }),
      service({ network: null, currency: 'EUR' }),
      service({ network: 'TRON', currency: 'PEPE', limit: { min_amount: '1e-20', max_amount: '9' } }),
      'a text',
    ];
    expect(readServices([...odd, service()])).toMatchObject({ value: [{ coin: 'USDT', network: 'TRON' }] });
  });

  it('are not understood when a limit is missing', () => {
    expect(readServices([service({ limit: {} })])).toEqual({ isUnderstood: false, path: '0.limit.min_amount' });
  });
});

describe('a rate', () => {
  const rates = [
    { from: 'ETH', to: 'EUR', course: '2870.40000000' },
    { from: 'ETH', to: 'USD', course: '3100.12000000', source: 'Binance' },
  ];

  it('is the course to USD', () => {
    expect(readUsdRate(rates, 'ETH')).toEqual({ isUnderstood: true, value: '3100.12000000' });
  });

  it('is undefined when the list has none for the coin', () => {
    expect(readUsdRate(rates, 'BTC')).toEqual({ isUnderstood: true, value: undefined });
    expect(readUsdRate([], 'ETH')).toEqual({ isUnderstood: true, value: undefined });
  });
});

it('network codes are ours in lower case', () => {
  const codes = (Object.keys(networks) as Network[]).map(networkCode);
  const known = 'arbitrum avalanche bsc polygon sol ton tron eth bch btc dash doge ltc xmr';
  expect(codes).toEqual(known.split(' '));
});

describe('our balances', () => {
  const wallet = (currency_code: unknown, balance: unknown) => ({ uuid: 'u', currency_code, balance });
  const answer = (...merchant: readonly unknown[]) => [{ balance: { merchant, user: [wallet('BTC', '9')] } }];

  it('are the merchant’s, of the coins of our catalogue', () => {
    expect(readBalances(answer(wallet('BTC', '0.57000000'), wallet('DOGGO', '4')))).toEqual({
      isUnderstood: true,
      value: { BTC: '0.57000000' },
    });
  });

  it('are read whatever is wrong with one of a coin that is not ours', () => {
    const odd = [wallet('PEPE', '1e-20'), wallet(null, '4'), 7];
    expect(readBalances(answer(...odd, wallet('BTC', '1')))).toEqual({ isUnderstood: true, value: { BTC: '1' } });
  });

  it('may be below zero, as after a refund of more than was left', () => {
    expect(readBalances(answer(wallet('BTC', '-0.00200000'), wallet('ETH', '1')))).toEqual({
      isUnderstood: true,
      value: { BTC: '-0.00200000', ETH: '1' },
    });
  });

  it.each([
    [[]],
    [answer(wallet('BTC', '--1'))],
    [answer(wallet('BTC', '-'))],
    [answer(wallet('BTC', '- 1'))],
    [answer(wallet('BTC', '+1'))],
    [answer(wallet('BTC', '-1e3'))],
    [answer(wallet('BTC', null))],
    [{}],
  ])('are not understood when malformed: %j', (json) => {
    expect(readBalances(json)).toMatchObject({ isUnderstood: false });
  });
});
