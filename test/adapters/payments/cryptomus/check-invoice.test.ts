import { describe, expect, it } from 'vitest';

import { differingField, isAllowedPayUrl } from '#functions/adapters/payments/cryptomus/check-invoice.ts';
import { toDollars } from '#functions/adapters/payments/cryptomus/decimal.ts';
import { readInvoice } from '#functions/adapters/payments/cryptomus/transform.ts';
import { cents } from '#shared/money.ts';
import { invoice } from './samples.ts';

const asked = { reference: 'dep_01J9ZK3V7Q', amount: '50.00', coin: 'USDT', network: 'tron' } as const;

function difference(changes: Record<string, unknown>) {
  const read = readInvoice(invoice(changes));
  return read.isUnderstood ? differingField(read.value, asked) : 'not understood';
}

describe('an answered invoice', () => {
  it('is recognized as the requested one in every spelling of its amount', () => {
    expect(difference({})).toBeUndefined();
    expect(difference({ amount: '50.00000000' })).toBeUndefined();
    expect(difference({ amount: '050' })).toBeUndefined();
    expect(difference({ status: 'cancel', is_final: true })).toBeUndefined();
  });

  it.each([
    ['order_id', 'dep_other'],
    ['amount', '50.01'],
    ['amount', '500.0'],
    ['currency', 'EUR'],
    ['payer_currency', 'USDC'],
    ['payer_currency', null],
    ['network', 'eth'],
    ['network', null],
  ])('differs from the requested one when its %s is %s', (field, value) => {
    expect(difference({ [field]: value })).toBe(field);
  });
});

describe('a pay URL', () => {
  const origins = ['https://pay.example', 'http://127.0.0.1:4000', 'http://pay.plain'];

  it.each([
    ['https://pay.example/pay/1', true],
    ['https://pay.example:443/pay/1', true],
    ['http://127.0.0.1:4000/pay/1', true],
    ['http://pay.example/pay/1', false],
    ['https://pay.example.evil/pay/1', false],
    ['https://evil/https://pay.example/', false],
    ['https://pay.example@evil/', false],
    ['https://user:secret@pay.example/', false],
    ['https://pay.example:8443/', false],
    ['http://pay.plain/', false],
    ['http://127.0.0.1:4001/pay/1', false],
    ['javascript:alert(1)', false],
    ['//pay.example/pay', false],
    ['', false],
  ])('%s: allowed is %s', (url, allowed) => {
    expect(isAllowedPayUrl(url, origins)).toBe(allowed);
  });
});

describe('decimal strings', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [500, '5.00'],
    [1250, '12.50'],
    [100_000_000, '1000000.00'],
  ])('%i cents are %s dollars', (amount, dollars) => {
    expect(toDollars(cents(amount))).toBe(dollars);
  });
});
