import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/transactions/create.ts';
import { cancelDeposit } from '#functions/domain/deposits/cancel-deposit.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import type { PaymentService } from '#functions/ports/payment-gateway.ts';
import { acceptOlderTerms } from '#test/support/accept-older-terms.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { update } from '#functions/ports/store.ts';
import { switchOff } from '#test/support/switch-off.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import type { Id } from '#shared/ids.ts';

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
  isFoundAgain: true,
  refusals: {
    TermsNotAccepted: async (stage) => {
      await acceptOlderTerms(stage.world.services, stage.user);
      return { body };
    },
    RegionNotServed: async () => ({ body, headers: { 'cloudfront-viewer-country': 'KP' } }),
    TemporarilyUnavailable: async ({ world }) => {
      await switchOff(world.services, ['deposits']);
      return { body };
    },
    NotFound: async () => ({ body: { ...body, currency: 'GOLD' } }),
    CoinUnavailable: async () => ({ body: { ...body, network: 'TON' } }),
    TooManyOpenDeposits: async ({ world, user }) => {
      for (let count = 1; count <= 5; count += 1) await openDeposit(world, user, 5_000 + count);
      return { body };
    },
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

  it('says where to pay, and credits nothing', async () => {
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

  it.each(['USDT', 'usdt'])('refuses a coin that is switched off, spelt %s', async (currency) => {
    const stage = await staged();
    await switchOff(stage.world.services, [], { coinsOff: ['USDT'] });
    expect(await create(stage, { currency })).toMatchObject({
      status: 503,
      code: 'TemporarilyUnavailable',
      body: { message: expect.stringContaining('New deposits in USDT are paused') as string },
    });
  });

  it.each([
    [499, 422, 'AmountTooSmall'],
    [500, 201, undefined],
    [1_000_000, 201, undefined],
    [1_000_001, 422, 'AmountTooLarge'],
  ])('for %i cents returns %i', async (amountInUsd, status, code) => {
    expect(await create(await staged(), { amountInUsd })).toMatchObject({ status, code });
  });

  it('names the minimum of the provider in the coin for an amount that is too small, also to a retry', async () => {
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

  it('names the limit of the refusal rather than that of the list, which may be minutes old', async () => {
    const stage = await staged();
    stage.world.payments.requestPayment = async () => ({
      outcome: 'declined',
      reason: 'amount_too_large',
      detail: 'scripted',
      limit: '40 USDT',
    });
    expect(await create(stage)).toMatchObject({
      status: 422,
      code: 'AmountTooLarge',
      body: { fields: { amountInUsd: 'must be worth at most 40 USDT' } },
    });
  });

  it.each([
    ['amount_too_small', 'must be worth at least 1 USDT'],
    ['amount_too_large', 'must be worth at most 100000 USDT'],
  ] as const)('names the limit of the list where a refusal names none: %s', async (reason, amountInUsd) => {
    const stage = await staged();
    stage.world.payments.requestPayment = async () => ({ outcome: 'declined', reason, detail: 'scripted' });
    expect(await create(stage)).toMatchObject({ status: 422, body: { fields: { amountInUsd } } });
  });

  it('says that a coin is gone when the provider no longer lists it, and that a network is when another one is left', async () => {
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

describe('Unpaid deposits of one person', () => {
  const staged = async (): Promise<Stage> => {
    const world = moneyWorld();
    return { world, user: await world.cardholder(0) };
  };
  const create = ({ world, user }: Stage, changes: object = {}, headers: Record<string, string> = {}) =>
    callRoute('transactions.create', handler, world.services, { as: user, body: { ...body, ...changes }, headers });
  const count = ({ world }: Stage): number => world.store.all('deposit').length;

  it('are at most five, of 60 that are asked for at once', async () => {
    const stage = await staged();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => create(stage, { amountInUsd: 5_000 + index })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 'TooManyOpenDeposits')).toHaveLength(55);
    expect(count(stage)).toBe(5);
  });

  it('make room when one is paid, has ended or is canceled', async () => {
    const stage = await staged();
    const { world, user } = stage;
    const amounts = [5_001, 5_002, 5_003, 5_004, 5_005];
    const ids = [];
    for (const amountInUsd of amounts) ids.push((await create(stage, { amountInUsd })).reply.transaction._id);
    expect(await create(stage)).toMatchObject({ status: 422, code: 'TooManyOpenDeposits' });
    const [paid, ended, canceled] = ids as [Id<'deposit'>, Id<'deposit'>, Id<'deposit'>];
    world.payments.become(paid, { state: 'confirming', receivedAmount: '50.01' });
    world.payments.become(ended, { state: 'expired' });
    await pollDeposits(world.services, { aheadMs: 60_000 });
    await cancelDeposit(world.services, { userId: user.userId, depositId: canceled });
    for (const amountInUsd of [6_001, 6_002, 6_003]) expect((await create(stage, { amountInUsd })).status).toBe(201);
    expect(await create(stage, { amountInUsd: 6_004 })).toMatchObject({ code: 'TooManyOpenDeposits' });
  });

  it('do not keep their place beyond the end of their invoice, at any answer of the provider', async () => {
    const stage = await staged();
    for (let index = 0; index < 5; index += 1) await create(stage, { amountInUsd: 5_001 + index });
    stage.world.clock.advance(60 * 60_000);
    expect((await create(stage)).status).toBe(201);
  });

  it('keep their place until the provider names their invoice, which can be paid for an hour from then on', async () => {
    const stage = await staged();
    const { clock, payments } = stage.world;
    for (let index = 0; index < 5; index += 1) {
      payments.failures.push('unheard');
      expect((await create(stage, { amountInUsd: 5_001 + index })).status).toBe(503);
    }
    clock.advance(60 * 60_000);
    expect(await create(stage)).toMatchObject({ code: 'TooManyOpenDeposits' });
    for (const depositId of payments.invoices.keys())
      payments.become(depositId, { expiresAtMs: clock.now() + 60 * 60_000 });
    await pollDeposits(stage.world.services, { aheadMs: 60_000 });
    clock.advance(60 * 60_000 - 1);
    expect(await create(stage)).toMatchObject({ code: 'TooManyOpenDeposits' });
    clock.advance(1);
    expect((await create(stage)).status).toBe(201);
  });

  it('do not keep their place beyond an end that the provider names earlier', async () => {
    const stage = await staged();
    const { store, clock } = stage.world;
    for (let index = 0; index < 5; index += 1) await create(stage, { amountInUsd: 5_001 + index });
    const invoiceExpiresAtMs = clock.now() + 20 * 60_000;
    await store.commit(store.all('deposit').map((deposit) => update('deposit', deposit, { invoiceExpiresAtMs })));
    clock.advance(20 * 60_000 - 1);
    expect(await create(stage)).toMatchObject({ code: 'TooManyOpenDeposits' });
    clock.advance(1);
    expect((await create(stage)).status).toBe(201);
  });

  it('are returned again for the same coin, network and amount, also under another key', async () => {
    const stage = await staged();
    const first = await create(stage, {}, { 'idempotency-key': 'first' });
    const again = await create(stage, {}, { 'idempotency-key': 'again' });
    expect(again.reply).toEqual(first.reply);
    expect((await create(stage, {}, { 'idempotency-key': 'again' })).body).toEqual(again.body);
    expect((await create(stage)).reply.transaction._id).toBe(first.reply.transaction._id);
    expect(count(stage)).toBe(1);
    for (const other of [{ amountInUsd: 5_001 }, { network: 'BSC' }])
      expect((await create(stage, other)).reply.transaction._id).not.toBe(first.reply.transaction._id);
  });

  it.each([
    ['money arrived', { state: 'confirming', receivedAmount: '50.00' }, 60_000],
    ['a part arrived', { receivedAmount: '1.00' }, 60_000],
    ['less than 15 minutes are left', {}, 45 * 60_000 + 1],
  ] as const)('are not returned again when %s', async (_why, changes, afterMs) => {
    const stage = await staged();
    const { world } = stage;
    const endsAtMs = world.clock.now() + 60 * 60_000;
    const { reply } = await create(stage);
    const depositId = reply.transaction._id as Id<'deposit'>;
    world.payments.become(depositId, { expiresAtMs: endsAtMs, ...changes });
    await pollDeposits(world.services, { aheadMs: 60_000 });
    world.clock.advance(afterMs);
    expect((await create(stage)).reply.transaction._id).not.toBe(depositId);
  });

  it('are returned again while just 15 minutes are left', async () => {
    const stage = await staged();
    const { reply } = await create(stage);
    stage.world.clock.advance(45 * 60_000);
    expect((await create(stage)).reply.transaction._id).toBe(reply.transaction._id);
  });

  it('are at most twenty new ones in 24 hours, canceled ones included', async () => {
    const stage = await staged();
    const { world, user } = stage;
    for (let index = 0; index < 20; index += 1) {
      const { reply } = await create(stage, { amountInUsd: 5_000 + index });
      await cancelDeposit(world.services, { userId: user.userId, depositId: reply.transaction._id as Id<'deposit'> });
      world.clock.advance(60_000);
    }
    const refused = await create(stage, { amountInUsd: 9_000 });
    expect(refused).toMatchObject({ status: 429, code: 'TooManyRequests' });
    expect(Number(refused.headers['retry-after'])).toBe((24 * 60 - 20) * 60);
    const other = { ...stage, user: await world.cardholder(0) };
    expect((await create(other)).status).toBe(201);
    world.clock.advance((24 * 60 - 20) * 60_000);
    expect((await create(stage, { amountInUsd: 9_000 })).status).toBe(201);
    expect((await create(stage, { amountInUsd: 9_001 })).status).toBe(429);
  });
});
