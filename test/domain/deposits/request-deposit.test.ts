import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { PaymentService } from '#functions/ports/payment-gateway.ts';
import {
  coinOf,
  limitWords,
  providerDown,
  requestDeposit,
  tooLarge,
  tooSmall,
} from '#functions/domain/deposits/request-deposit.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let user: User;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(0);
});

const ask = (amountCents: number, services = world.services) =>
  requestDeposit(services, {
    user,
    currency: 'usdt',
    network: 'tron',
    amountCents: cents(amountCents),
    claim: undefined,
  });

/** A provider that offers USDT on TRON within these limits, at this rate. */
function offering(changes: Partial<PaymentService>, rate: string | undefined) {
  const service = {
    coin: 'USDT',
    network: 'TRON',
    isAvailable: true,
    minAmount: '0.1',
    maxAmount: '1000000',
    ...changes,
  } as const;
  return {
    ...world.services,
    payments: {
      ...world.services.payments,
      listServices: async () => ({ outcome: 'success', value: [service] }) as const,
      readRate: async () =>
        rate === undefined
          ? ({ outcome: 'unknown', detail: 'timeout' } as const)
          : ({ outcome: 'success', value: rate } as const),
    },
  };
}

describe('a deposit', () => {
  it.each([500, 1_000_000])('of %i cents is taken', async (amountCents) => {
    const depositId = await ask(amountCents);
    expect(await world.store.get('deposit', { depositId })).toMatchObject({
      amountCents,
      coin: 'USDT',
      network: 'TRON',
      lifecycle: 'creating',
      state: 'waiting',
      creditedCents: 0,
      dueAtMs: world.clock.now() + 60_000,
    });
    expect(world.store.all('movement')).toMatchObject([
      { subjectId: depositId, kind: 'deposit', direction: 'credit', amountCents, paidCents: 0, status: 'pending' },
    ]);
    // No invoice was requested before the deposit was stored.
    expect(world.payments.invoices.size).toBe(0);
  });

  it.each([
    [499, { code: 'AmountTooSmall', message: 'A deposit is at least $5.00.' }],
    [1_000_001, { code: 'AmountTooLarge', message: 'A deposit is at most $10,000.00.' }],
  ])('of %i cents is not', async (amountCents, refusal) => {
    await expect(ask(amountCents)).rejects.toMatchObject(refusal);
    expect(world.store.all('deposit')).toEqual([]);
  });

  it.each([
    ['50', '50', '1', undefined],
    ['50.01', '1000', '1', 'AmountTooSmall'],
    ['1', '49.99', '1', 'AmountTooLarge'],
    ['0.01', '0.01', '5000', undefined],
    ['0.010000000000000001', '1', '5000', 'AmountTooSmall'],
    ['0.001', '0.009999999999999999', '5000', 'AmountTooLarge'],
    // Without a rate, or with a rate of 0, the provider checks its limits itself.
    ['1000', '1000', undefined, undefined],
    ['1000', '1000', '0', undefined],
  ])(
    'of 50 dollars where the provider takes %s to %s coins at %s is answered %s',
    async (minAmount, maxAmount, rate, code) => {
      const services = offering({ minAmount, maxAmount }, rate);
      const answer = await refusalOf(ask(5_000, services));
      expect(String(answer).startsWith('dep_') ? undefined : answer).toBe(code);
    },
  );

  it('in a coin that the provider does not offer today is not taken', async () => {
    await expect(ask(5_000, offering({ isAvailable: false }, '1'))).rejects.toMatchObject({
      code: 'NotFound',
      message: 'USDT cannot be paid with right now. Please choose another coin.',
    });
    await expect(ask(5_000, offering({ network: 'ETH' }, '1'))).rejects.toMatchObject({
      code: 'CoinUnavailable',
      message: 'USDT on TRON is not available right now. Please choose another network: ETH.',
    });
  });

  it('waits for a provider that does not answer', async () => {
    const services = {
      ...world.services,
      payments: {
        ...world.services.payments,
        listServices: async () => ({ outcome: 'unknown', detail: 'timeout' }) as const,
      },
    };
    await expect(ask(5_000, services)).rejects.toMatchObject({ code: 'ProviderUnavailable', retryAfterSeconds: 30 });
  });
});

describe('in words', () => {
  const service = { coin: 'USDT', network: 'TRON', isAvailable: true, minAmount: '0.50', maxAmount: 'x' } as const;

  it('a limit of the provider is reported as far as it is known', () => {
    expect(limitWords(service, 'minAmount')).toBe('0.5 USDT');
    expect(limitWords(service, 'maxAmount')).toBeUndefined();
    expect(limitWords(undefined, 'minAmount')).toBeUndefined();
    expect(tooSmall('0.5 USDT')).toMatchObject({
      code: 'AmountTooSmall',
      message: 'The least that can be paid on this network is 0.5 USDT.',
      fields: { amountInUsd: 'must be worth at least 0.5 USDT' },
    });
    expect(tooLarge(undefined)).toMatchObject({
      code: 'AmountTooLarge',
      message: 'The amount is too large for the provider.',
      fields: { amountInUsd: 'is too large' },
    });
    expect(providerDown().code).toBe('ProviderUnavailable');
  });

  it('an unknown coin is refused without repeating its name', () => {
    expect(coinOf('btc')).toBe('BTC');
    expect(() => coinOf('undefined')).toThrow('We don’t support that coin.');
  });
});
