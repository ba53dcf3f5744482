import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/transactions/create.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import type { PaymentService } from '#functions/ports/payment-gateway.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, type Stage } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const body = { currency: 'USDT', network: 'TRON', amountInUsd: 5_000 };

/** The provider offers USDT on Tron on these terms. */
const offered = ({ world }: Stage, terms: Partial<PaymentService>): void => {
  const service = {
    coin: 'USDT',
    network: 'TRON',
    isAvailable: true,
    minAmount: '1',
    maxAmount: '100000',
    ...terms,
  } as const;
  world.payments.listServices = async () => ({ outcome: 'success', value: [service] });
};

endpointSuite('transactions.create', {
  handler,
  good: async () => ({ body }),
  amounts: ['amountInUsd'],
  badBodies: [
    ['network', { network: 'BTC' }],
    ['network', { network: '' }],
    ['network', { network: 5 }],
    ['currency', { currency: null }],
    ['currency', { currency: 'x'.repeat(21) }],
  ],
  otherBody: { amountInUsd: 5_001 },
  refusals: {
    NotFound: async () => ({ body: { ...body, currency: 'GOLD' } }),
    CoinUnavailable: async () => ({ body: { ...body, network: 'TON' } }),
    AmountTooSmall: async () => ({ body: { ...body, amountInUsd: 499 } }),
    AmountTooLarge: async (stage) => {
      offered(stage, { maxAmount: '49.99' });
      return { body };
    },
    ProviderRefused: async ({ world }) => {
      world.payments.failures.push('fault');
      return { body };
    },
    ProviderUnavailable: async ({ world }) => {
      world.payments.failures.push('lost');
      return { body };
    },
  },
});

describe('POST /transactions', () => {
  const staged = async (): Promise<Stage> => {
    const world = moneyWorld();
    return { world, user: await world.cardholder(0) };
  };
  const create = ({ world, user }: Stage, changes: object = {}, headers: Record<string, string> = {}) =>
    callRoute('transactions.create', handler, world.services, { as: user, body: { ...body, ...changes }, headers });

  it('tells where to pay, and credits nothing', async () => {
    const stage = await staged();
    const { status, reply } = await create(stage);
    expect(status).toBe(201);
    expect(reply.paymentUrl).toBe(`https://pay.example/${reply.transaction._id}`);
    expect(reply.transaction).toMatchObject({
      kind: 'deposit',
      status: 'pending',
      amount: 5_000,
      amountPaid: 0,
      currency: 'USDT',
      network: 'TRON',
      payerAmount: '50.00',
      events: [{ status: 'pending', amountPaid: 0 }],
    });
    expect((await stage.world.wallet(stage.user)).availableCents).toBe(0);
  });

  it('reads coin and network in any case', async () => {
    const { status, reply } = await create(await staged(), { currency: 'usdt', network: 'tron' });
    expect([status, reply.transaction.network]).toEqual([201, 'TRON']);
  });

  it.each([
    [499, 422, 'AmountTooSmall'],
    [500, 201, undefined],
    [1_000_000, 201, undefined],
    [1_000_001, 422, 'AmountTooLarge'],
  ])('asked for %i cents answers %i', async (amountInUsd, status, code) => {
    expect(await create(await staged(), { amountInUsd })).toMatchObject({ status, code });
  });

  it('names the field that is too small for the provider, in the coin, to the retry as well', async () => {
    const stage = await staged();
    offered(stage, { minAmount: '60' });
    const answer = await create(stage);
    expect(answer).toMatchObject({ status: 422, body: { fields: { amountInUsd: 'must be worth at least 60 USDT' } } });

    const other = await staged();
    other.world.payments.failures.push('declined');
    const headers = { 'idempotency-key': 'declined' };
    const first = await create(other, {}, headers);
    expect(first).toMatchObject({
      status: 422,
      code: 'AmountTooSmall',
      body: { fields: { amountInUsd: 'must be worth at least 1 USDT' } },
    });
    expect((await create(other, {}, headers)).body).toEqual(first.body);
  });

  it('names the limit that the provider refuses with before the one of its list, which may be minutes old', async () => {
    const stage = await staged();
    stage.world.payments.requestPayment = async () => ({
      outcome: 'declined',
      reason: 'amount_too_large',
      detail: 'told to',
      limit: '40 USDT',
    });
    expect(await create(stage)).toMatchObject({
      status: 422,
      code: 'AmountTooLarge',
      body: { fields: { amountInUsd: 'must be worth at most 40 USDT' } },
    });
  });

  it('says that a coin is gone when the provider lists it no more, and that a network is when another one is left', async () => {
    const gone = await staged();
    offered(gone, { isAvailable: false });
    expect(await create(gone)).toMatchObject({ status: 404, code: 'NotFound' });
    const elsewhere = await staged();
    offered(elsewhere, { network: 'BSC' });
    expect(await create(elsewhere)).toMatchObject({
      status: 422,
      code: 'CoinUnavailable',
      body: { fields: { network: 'is not available just now; choose one of BSC' } },
    });
    for (const { world } of [gone, elsewhere]) expect(world.store.all('deposit')).toEqual([]);
  });

  it.each(['50.00', 5_000.5, '5000', Number.NaN, null, [5_000], true])(
    'names the field of an amount like %j',
    async (amountInUsd) => {
      const stage = await staged();
      expect(await create(stage, { amountInUsd })).toMatchObject({
        status: 400,
        code: 'ValidationFailed',
        body: { fields: { amountInUsd: expect.any(String) } },
      });
      expect(stage.world.store.all('deposit')).toEqual([]);
    },
  );

  it('names the network that a coin does not have, with those that it has', async () => {
    expect(await create(await staged(), { currency: 'BTC', network: 'TRON' })).toMatchObject({
      status: 400,
      code: 'ValidationFailed',
      body: { fields: { network: 'must be one of BTC for BTC' } },
    });
  });

  it('finds the invoice that was made while its answer was lost', async () => {
    const stage = await staged();
    stage.world.payments.failures.push('unheard');
    const headers = { 'idempotency-key': 'unheard' };
    expect(await create(stage, {}, headers)).toMatchObject({ status: 503, code: 'ProviderUnavailable' });
    const { status, reply } = await create(stage, {}, headers);
    expect([status, reply.paymentUrl]).toEqual([201, `https://pay.example/${reply.transaction._id}`]);
    expect(stage.world.payments.invoices.size).toBe(1);
  });

  it('leaves a deposit whose invoice never came to the poller, which ends it', async () => {
    const stage = await staged();
    stage.world.payments.failures.push('fault');
    expect(await create(stage)).toMatchObject({ status: 422, code: 'ProviderRefused' });
    expect(stage.world.store.all('movement')).toMatchObject([{ status: 'failed' }]);
    stage.world.clock.advance(24 * 60 * 60_000);
    expect(await pollDeposits(stage.world.services)).toEqual({ deposits: 0, failed: 0, left: 0 });
  });
});
