import { beforeAll, describe, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { until } from '#infra/local/seed/open-account.ts';
import {
  expectBalances,
  expectSoundBooks,
  openCard,
  openFundedAccount,
  passTime,
  runJob,
  callDoor,
  type Account,
} from '#test/support/money-stack.ts';

const services = inject('services');
type Shown = {
  readonly _id: string;
  readonly status: string;
  readonly amountPaid: number;
  readonly events: { status: string }[];
};

let client: ApiClient;
beforeAll(async () => {
  client = await openFundedAccount(services, 5_000, 'depositor');
});

const balance = async (): Promise<number> => (await client.done<Account>('GET', '/user')).balance;
const read = (id: string): Promise<Shown> => client.done<Shown>('GET', `/transactions/${id}`);
const act = (id: string, action: string, options: object = {}): Promise<unknown> =>
  callDoor(`${services.payments}/sandbox/invoices/${id}/${action}`, options);
const open = async (amountInUsd: number): Promise<string> => {
  const body = { currency: 'USDT', network: 'TRON', amountInUsd };
  return (await client.done<{ transaction: Shown }>('POST', '/transactions', body)).transaction._id;
};
/** Polls until a deposit, whose webhook may be lost, has this status. */
const polled = async (id: string, status: string): Promise<Shown> =>
  until(`${status} of ${id}`, async () => {
    await runJob(services, 'poll-deposits');
    const deposit = await read(id);
    return deposit.status === status ? deposit : undefined;
  });

describe('a deposit, through the whole product,', () => {
  it('that the provider locks after it was credited cannot be spent until it is released', async () => {
    const id = await open(3_000);
    await act(id, 'pay');
    await polled(id, 'paid');
    expect(await balance()).toBe(8_000);
    await act(id, 'lock');
    expect(await polled(id, 'locked')).toMatchObject({ amountPaid: 3_000 });
    expect(await balance()).toBe(5_000);
    await act(id, 'release');
    await polled(id, 'paid');
    await expectBalances(services, client, { account: 8_000, cards: [] });
  });

  it('that is locked before it was credited is credited once it is released', async () => {
    const id = await open(2_000);
    await act(id, 'lock');
    expect(await polled(id, 'locked')).toMatchObject({ amountPaid: 0 });
    expect(await balance()).toBe(8_000);
    await act(id, 'release');
    await polled(id, 'paid');
    expect(await balance()).toBe(10_000);
  });

  it('that is paid in three parts is credited after the last, and shows when each part arrived', async () => {
    const id = await open(3_000);
    for (const amountUsd of ['10', '5']) {
      await act(id, 'underpay', { amountUsd });
      await passTime(services, 30_000);
      await polled(id, 'paid_less');
    }
    expect(await balance()).toBe(10_000);
    await act(id, 'pay');
    const { events } = await polled(id, 'paid');
    expect(events.map(({ status }) => status)).toEqual(['pending', 'paid_less', 'paid_less', 'paid']);
    expect(await balance()).toBe(13_000);
  });

  it('that is paid long after it expired is credited, webhook or not', async () => {
    const id = await open(1_000);
    await act(id, 'expire');
    await polled(id, 'expired');
    await callDoor(`${services.payments}/sandbox/faults`, { path: 'webhook', mode: 'no_webhook', times: 1 });
    await passTime(services, 2 * 60 * 60_000);
    await client.done('GET', '/auth/refresh');
    await act(id, 'pay');
    // The poller asks again only in hours. Reading the deposit asks the provider at once, every half minute at most.
    const found = await until(`the late payment of ${id}`, async () => {
      await passTime(services, 31_000);
      const deposit = await read(id);
      return deposit.status === 'paid' ? deposit : undefined;
    });
    expect(found.amountPaid).toBe(1_000);
    await callDoor(`${services.payments}/sandbox/faults`, {}, 'DELETE');
    expect(await balance()).toBe(14_000);
  });

  it('that is refunded after it was spent leaves a debt that blocks spending, and the next deposit pays it first', async () => {
    const id = await open(8_000);
    await act(id, 'pay');
    await polled(id, 'paid');
    const cardId = await openCard(client, 'Spender');
    await client.done('PATCH', `/cards/${cardId}/load`, { amount: 20_000, includesFee: true });
    expect(await balance()).toBe(0);
    await act(id, 'refund');
    await polled(id, 'refund_paid');
    expect(await balance()).toBe(-8_000);
    const refused = await client.call<{ code: string }>('PATCH', `/cards/${cardId}/load`, {
      amount: 1_000,
      includesFee: true,
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'AccountInDebt' } });
    const next = await open(10_000);
    await act(next, 'pay');
    await polled(next, 'paid');
    expect(await balance()).toBe(2_000);
    await expectSoundBooks(services);
  });

  it('is refused beyond the provider’s own limits, and when the coin or network is gone', async () => {
    const set = (options: object): Promise<unknown> => callDoor(`${services.payments}/sandbox/services`, options);
    const ask = (body: object) => client.call<{ code: string; fields?: object }>('POST', '/transactions', body);
    const dash = { currency: 'DASH', network: 'DASH', amountInUsd: 5_000 };
    // The services list may be five minutes old.
    await set({ coin: 'DASH', network: 'dash', isAvailable: false });
    await set({ coin: 'POL', network: 'polygon', isAvailable: false });
    await set({ coin: 'LTC', network: 'ltc', minAmount: '1000', maxAmount: '2000' });
    await passTime(services, 5 * 60_000);
    expect(await ask(dash)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    expect(await ask({ ...dash, currency: 'POL', network: 'Polygon' })).toMatchObject({
      status: 422,
      body: { code: 'CoinUnavailable', fields: { network: 'is not available just now; choose one of ETH' } },
    });
    expect(await ask({ ...dash, currency: 'LTC', network: 'LTC' })).toMatchObject({
      status: 422,
      body: { code: 'AmountTooSmall', fields: { amountInUsd: 'must be worth at least 1000 LTC' } },
    });
    for (const [coin, network] of [
      ['DASH', 'dash'],
      ['POL', 'polygon'],
      ['LTC', 'ltc'],
    ]) {
      await set({ coin, network, isAvailable: true, minAmount: '0.01', maxAmount: '1000000' });
    }
    await passTime(services, 5 * 60_000);
  });
});
