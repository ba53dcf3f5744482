import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { creditTarget } from '#functions/domain/deposits/credit-target.ts';
import { formatDecimal, isSameDecimal, oneScaled, parseDecimal } from '#shared/decimal.ts';
import { wordOf } from '#functions/domain/deposits/payment-identity.ts';
import { samples } from '#test/support/sample-entities.ts';

const deposit = (changes: Partial<Deposit> = {}): Deposit => ({
  ...samples.deposit,
  amountCents: cents(5_000),
  creditedCents: cents(0),
  frozenCents: cents(0),
  surplusCents: cents(0),
  decision: undefined,
  ...changes,
});
const payment = (changes: Partial<Payment> = {}): Payment => ({
  paymentId: 'payment-1',
  reference: samples.deposit.depositId,
  state: 'paid',
  isFinal: true,
  invoiceAmount: '50.00',
  invoiceCurrency: 'USD',
  payerAmount: '0.01',
  payerCurrency: 'BTC',
  network: 'btc',
  receivedAmount: '0.01',
  rate: '5000',
  address: 'address',
  sourceAddress: undefined,
  payUrl: 'https://pay.example/1',
  createdAtMs: 0,
  expiresAtMs: undefined,
  ...changes,
});
const nothing = { frozenCents: 0, surplusCents: 0, refusedCents: 0, roundedOffMicroCents: 0, reviewReason: undefined };

describe('the worth of a payment', () => {
  it.each([
    ['0.01', '0.01', 5_000, 0],
    ['0.01', '0.005', 2_500, 0],
    // Two thirds of $50 are 3333.33…: the third of a cent stays with us.
    ['0.03', '0.02', 3_333, 333_333],
    ['0.00000003', '0.00000001', 1_666, 666_666],
    ['3', '2.999999999999999999', 4_999, 999_999],
    ['3', '3.000000000000000001', 5_000, 0],
    ['1', '0.0001', 0, 500_000],
    ['0.01', '0.02', 10_000, 0],
  ])('of %s asked, %s received is %i cents; %i millionths stay with us', (payerAmount, receivedAmount, worth, rest) => {
    expect(creditTarget(deposit(), payment({ state: 'paid_over', payerAmount, receivedAmount }))).toEqual({
      ...nothing,
      targetCents: worth,
      roundedOffMicroCents: rest,
    });
  });

  it.each([
    ['0.020000000000000001', 5_000],
    ['0.03', 10_000],
    ['0.030001', 10_000],
    ['0.030002', 10_001],
  ])(
    'of %s, more than twice the invoice, is the invoice; %i cents are set aside for a person',
    (receivedAmount, aside) => {
      expect(creditTarget(deposit(), payment({ receivedAmount }))).toEqual({
        ...nothing,
        targetCents: 5_000,
        surplusCents: aside,
        reviewReason: 'more than twice the invoice was paid',
      });
    },
  );

  it.each([
    ['0.030002', 6_000, 6_000, 9_001],
    ['0.030002', 15_001, 15_001, 0],
    ['0.030002', 16_000, 15_001, 0],
    ['99999999999999999999', 6_000, 6_000, 0],
  ])(
    'of %s, more than twice the invoice, with %i cents credited before, is %i cents, and %i are set aside',
    (receivedAmount, creditedCents, targetCents, surplusCents) => {
      expect(
        creditTarget({ ...deposit(), creditedCents: cents(creditedCents) }, payment({ receivedAmount })),
      ).toMatchObject({ targetCents, surplusCents });
    },
  );

  // The second amount is a few dollars above what an account can hold.
  it.each(['99999999999999999999', '4503599627.371'])(
    'of %s, more than an account can hold, is the invoice, and nothing is set aside',
    (receivedAmount) => {
      expect(creditTarget(deposit(), payment({ receivedAmount }))).toEqual({
        ...nothing,
        targetCents: 5_000,
        reviewReason: 'more than twice the invoice was paid',
      });
    },
  );

  it.each([
    { payerAmount: undefined },
    { payerAmount: '0' },
    { payerAmount: 'a lot' },
    { receivedAmount: undefined },
    { receivedAmount: '0.00' },
    { receivedAmount: '-0.01' },
  ])('stays as it was when the provider names no usable amount: %j', (changes) => {
    const before = {
      creditedCents: cents(700),
      frozenCents: cents(7),
      surplusCents: cents(70),
      refusedCents: cents(77),
    };
    expect(creditTarget(deposit(before), payment(changes))).toEqual({
      targetCents: 700,
      frozenCents: 7,
      surplusCents: 70,
      refusedCents: 77,
      roundedOffMicroCents: 0,
      reviewReason: 'paid, but no amount was received',
    });
  });

  it('calls a person when a payment reported as paid is short by even the smallest part of the coin', () => {
    const less = { receivedAmount: '0.009999999999999999' };
    expect(creditTarget(deposit(), payment(less)).reviewReason).toBe('paid, but less was received than asked');
    expect(creditTarget(deposit(), payment({ ...less, state: 'paid_less' })).reviewReason).toBeUndefined();
    expect(creditTarget(deposit(), payment()).reviewReason).toBeUndefined();
  });

  it('frees the frozen money, and takes back the money set aside', () => {
    const before = { creditedCents: cents(5_000), frozenCents: cents(5_000), surplusCents: cents(70) };
    expect(creditTarget(deposit(before), payment())).toEqual({ ...nothing, targetCents: 5_000 });
  });
});

describe('a state that is not paid', () => {
  const before = { creditedCents: cents(700), frozenCents: cents(0), surplusCents: cents(70) };
  const kept = { ...nothing, targetCents: 700, surplusCents: 70 };

  it.each([
    ['waiting', 'Pending'],
    ['confirming', 'Confirming'],
    ['partly_paid', 'Partly paid'],
    ['expired', 'Expired'],
    ['failed', 'Failed'],
  ] as const)('%s keeps credited money, and calls a person if there is any', (state, name) => {
    expect(creditTarget(deposit(before), payment({ state }))).toEqual({
      ...kept,
      reviewReason: `the provider now says “${name}”`,
    });
    expect(creditTarget(deposit(), payment({ state }))).toEqual({ ...nothing, targetCents: 0 });
  });

  it.each([
    ['locked', 'locked by the provider after it was credited'],
    ['refunding', undefined],
  ] as const)('%s freezes all that was credited', (state, reviewReason) => {
    expect(creditTarget(deposit(before), payment({ state }))).toEqual({ ...kept, frozenCents: 700, reviewReason });
    expect(creditTarget(deposit(), payment({ state }))).toEqual({ ...nothing, targetCents: 0 });
  });

  it('refund_failed frees the frozen money, and calls a person', () => {
    expect(creditTarget(deposit({ ...before, frozenCents: cents(700) }), payment({ state: 'refund_failed' }))).toEqual({
      ...kept,
      reviewReason: 'a refund failed',
    });
  });

  it('refunded takes everything back', () => {
    expect(creditTarget(deposit({ ...before, frozenCents: cents(700) }), payment({ state: 'refunded' }))).toEqual({
      ...nothing,
      targetCents: 0,
    });
  });
});

describe("a person's decision", () => {
  const said = payment({ state: 'expired' });
  const decision = { state: 'expired', targetCents: cents(3_000), takenOn: wordOf(said) } as const;
  const decided = { decision, surplusCents: cents(70) };

  it('stands while the provider says the same', () => {
    expect(creditTarget(deposit(decided), said)).toEqual({ ...nothing, targetCents: 3_000 });
  });

  it('lapses once the provider says something else', () => {
    expect(creditTarget(deposit(decided), payment())).toEqual({ ...nothing, targetCents: 5_000 });
  });
});

describe('a decimal of the provider', () => {
  it.each([
    ['1', oneScaled],
    ['0.000000000000000001', 1n],
    ['0.1000000000000000000000', oneScaled / 10n],
    ['00012.5', (25n * oneScaled) / 2n],
    ['99999999999999999999', 99999999999999999999n * oneScaled],
  ])('%s is read exactly', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });

  it.each([
    undefined,
    '',
    '-1',
    '+1',
    '1e3',
    '1.',
    '.5',
    ' 1',
    '1 ',
    '1,5',
    'NaN',
    '0x10',
    '0.0000000000000000001',
    '100000000000000000000000',
    `0.${'0'.repeat(41)}`,
  ])('%j is not one', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  it.each([
    [0n, '0'],
    [1n, '0.000000000000000001'],
    [oneScaled, '1'],
    [(25n * oneScaled) / 2n, '12.5'],
    [100n * oneScaled, '100'],
  ])('%s is written %s', (value, text) => {
    expect(formatDecimal(value)).toBe(text);
  });

  it('equals the same number in another spelling, and nothing equals a missing or invalid number', () => {
    expect(isSameDecimal('1.50', '01.5')).toBe(true);
    expect(isSameDecimal('1.5', '1.51')).toBe(false);
    expect(isSameDecimal(undefined, undefined)).toBe(false);
    expect(isSameDecimal('x', 'x')).toBe(false);
    expect(isSameDecimal('1', undefined)).toBe(false);
  });
});
