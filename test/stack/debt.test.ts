import { afterAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { depositAndPay, mailTo, until } from '#infra/local/seed/open-account.ts';
import type { Id } from '#shared/ids.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  expectBalances,
  openCard,
  openFundedAccount,
  passTime,
  readIssuedCard,
  runJob,
  callDoor,
  untilSettled,
  type Account,
  type HeldCard,
  type IssuedCard,
} from '#test/support/money-stack.ts';

type Shown = HeldCard & { readonly frozenReasons: readonly string[]; readonly statusReason: string | null };
type Refusal = { readonly code: string; readonly message: string };

const services = inject('services');
const fiveMinutesMs = 300_000;

/** Sets whether the issuer moves money off a frozen card. */
const issuerUnloads = (frozenUnloading: 'refused' | 'allowed'): Promise<unknown> =>
  callDoor(`${services.issuer}/sandbox/settings`, { frozenUnloading });

afterAll(() => issuerUnloads('allowed'));

/** A person who deposited $1,000 and has two cards, one loaded with $900. With $32 left, the deposit is taken back. */
class Debtor {
  readonly client: ApiClient;
  readonly travel: Id<'card'>;
  readonly shop: Id<'card'>;
  readonly depositId: string;

  private constructor(client: ApiClient, cards: readonly [Id<'card'>, Id<'card'>], depositId: string) {
    this.client = client;
    [this.travel, this.shop] = cards;
    this.depositId = depositId;
  }

  static async open(name: string): Promise<Debtor> {
    const client = await openFundedAccount(services, 100_000, name);
    const lines = await client.done<{ _id: string; kind: string }[]>('GET', '/transactions');
    const depositId = lines.find(({ kind }) => kind === 'deposit')?._id ?? '';
    const cards = [await openCard(client, 'Travel'), await openCard(client, 'Shop')] as const;
    const debtor = new Debtor(client, cards, depositId);
    await client.done('PATCH', `/cards/${debtor.travel}/load`, { amount: 90_000 });
    await untilSettled(services, client);
    await expectBalances(services, client, { account: 3_200, cards: [500, 90_500] });
    return debtor;
  }

  card(id: Id<'card'>): Promise<Shown> {
    return this.client.done('GET', `/cards/${id}/public`);
  }

  async balance(): Promise<number> {
    return (await this.client.done<Account>('GET', '/user')).balance;
  }

  async issued(id: Id<'card'>): Promise<IssuedCard> {
    return readIssuedCard(services, (await this.card(id)).last4Digits);
  }

  async buy(id: Id<'card'>, amount: number): Promise<{ approved: boolean; reason?: string }> {
    const { cardNumber, cvv, expiry } = await this.issued(id);
    return callDoor(`${services.issuer}/sandbox/purchases`, {
      cardNumber,
      cvv,
      expiry,
      amount,
      merchant: 'Corner Coffee',
    });
  }

  /** Has the provider refund or lock the deposit, and waits until the balance shows it. */
  async takeDeposit(action: 'refund' | 'lock', balance: number): Promise<void> {
    await callDoor(`${services.payments}/sandbox/invoices/${this.depositId}/${action}`);
    await until('the debt', async () => {
      await runJob(services, 'poll-deposits');
      return (await this.balance()) === balance ? true : undefined;
    });
  }

  /** Waits until the issuer has frozen every card, without the help of a sweep. */
  async untilFrozen(): Promise<void> {
    for (const id of [this.travel, this.shop])
      await eventually(async () => {
        expect(await this.issued(id)).toMatchObject({ state: 'frozen' });
        expect(await this.card(id)).toMatchObject({
          status: 'freezed',
          frozenReasons: expect.arrayContaining(['debt']),
          statusReason: expect.stringContaining('owes money'),
        });
      });
  }

  pay(amount: number): ReturnType<typeof this.client.call<Refusal>> {
    return this.client.call<Refusal>('PATCH', `/cards/${this.travel}/unload`, { amount });
  }

  async expectNothingToSpend(): Promise<void> {
    for (const amount of [40_000, 49_000])
      expect(await this.buy(this.travel, amount)).toMatchObject({ approved: false, reason: 'card frozen' });
    expect(await this.buy(this.shop, 1)).toMatchObject({ approved: false, reason: 'card frozen' });
    const refused = { status: 422, body: { code: 'AccountInDebt', message: expect.stringContaining('owes') } };
    expect(await this.client.call('PATCH', `/cards/${this.shop}/load`, { amount: 100 })).toMatchObject(refused);
    expect(await this.client.call('POST', '/cards/create', { name: 'Third', pin: 1 })).toMatchObject(refused);
    expect(await this.client.call('PATCH', `/cards/${this.travel}/unfreeze`)).toMatchObject({
      status: 422,
      body: { code: 'CardBlocked' },
    });
  }
}

describe('a debt, through the whole product,', () => {
  it('freezes every card, is mailed, is paid from a card once the issuer allows it, and ends with a deposit', async () => {
    await issuerUnloads('refused');
    const debtor = await Debtor.open('debtor');
    await debtor.takeDeposit('refund', -96_800);
    await debtor.untilFrozen();
    await debtor.expectNothingToSpend();

    await runJob(services, 'remind-people');
    const { email } = await debtor.client.done<{ email: string }>('GET', '/user');
    await eventually(async () => expect(await mailTo(services, email)).toContain('owes $968.00'));

    // The issuer refuses to unload a frozen card: the refusal says that a deposit pays the debt.
    const refused = await debtor.pay(90_400);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'ProviderRefused', message: expect.stringContaining('a deposit pays what you owe') },
    });
    expect(await debtor.card(debtor.travel)).toMatchObject({ balance: 90_500, held: 0, status: 'freezed' });
    expect(await debtor.balance()).toBe(-96_800);

    // The issuer now allows it: all but the last dollar of the card pays a part of the debt.
    await issuerUnloads('allowed');
    await passTime(services, fiveMinutesMs);
    expect([200, 202]).toContain((await debtor.pay(90_400)).status);
    await untilSettled(services, debtor.client);
    expect(await debtor.balance()).toBe(-6_400);
    await debtor.untilFrozen();

    // The owner freezes a card too: the end of the debt does not end that reason.
    await debtor.client.done('PATCH', `/cards/${debtor.shop}/freeze`);
    await depositAndPay(services, debtor.client, 10_000);
    await eventually(async () => {
      expect(await debtor.card(debtor.travel)).toMatchObject({ status: 'active', frozenReasons: [] });
      expect(await debtor.issued(debtor.travel)).toMatchObject({ state: 'active' });
    });
    expect(await debtor.card(debtor.shop)).toMatchObject({ status: 'freezed', frozenReasons: ['owner'] });
    expect(await debtor.issued(debtor.shop)).toMatchObject({ state: 'frozen' });
    await expectBalances(services, debtor.client, { account: 3_600, cards: [500, 100] });
    expect(await debtor.buy(debtor.travel, 60)).toMatchObject({ approved: true });
    await debtor.client.done('PATCH', `/cards/${debtor.shop}/unfreeze`);
    await eventually(async () => expect(await debtor.buy(debtor.shop, 60)).toMatchObject({ approved: true }));
  });

  it('of a locked deposit is paid from a card at once, and its end leaves a suspended account frozen', async () => {
    await issuerUnloads('allowed');
    const debtor = await Debtor.open('suspended');
    const { client } = debtor;
    await debtor.takeDeposit('lock', -96_800);
    await debtor.untilFrozen();
    await debtor.expectNothingToSpend();
    expect([200, 202]).toContain((await debtor.pay(90_400)).status);
    await untilSettled(services, client);
    expect(await debtor.balance()).toBe(-6_400);
    // The deposit that ends the debt is opened before the suspension, and paid during it.
    const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
      currency: 'USDT',
      network: 'TRON',
      amountInUsd: 7_000,
    });
    const ids = [debtor.travel, debtor.shop];
    const last4 = await Promise.all(ids.map(async (id) => (await debtor.card(id)).last4Digits));
    const states = (): Promise<readonly string[]> =>
      Promise.all(last4.map(async (digits) => (await readIssuedCard(services, digits)).state));
    const { _id, email: owner } = await client.done<{ _id: string; email: string }>('GET', '/user');
    const admin = new ApiClient(services.site);
    const { email = '', password = '' } = services.demo?.admin ?? {};
    await admin.done('POST', '/auth/login', { email, password });
    const suspend = (suspended: boolean): Promise<unknown> =>
      admin.done('PATCH', `/admin/suspend/${_id}`, { suspended, note: 'The deposit is looked at.' });
    await suspend(true);
    expect(await debtor.pay(100)).toMatchObject({ status: 403, body: { code: 'AccountSuspended' } });
    await callDoor(`${services.payments}/sandbox/invoices/${transaction._id}/pay`);
    await eventually(async () =>
      expect(await admin.done('GET', `/admin/stats/user/${_id}`)).toMatchObject({ user: { balance: 600 } }),
    );
    await runJob(services, 'sweep-operations');
    expect(await states()).toEqual(['frozen', 'frozen']);

    await suspend(false);
    await eventually(async () => expect(await states()).toEqual(['active', 'active']));
    await client.done('POST', '/auth/login', { email: owner, password: 'Long-Walks-88' });
    for (const id of ids) expect(await debtor.card(id)).toMatchObject({ status: 'active', frozenReasons: [] });
    await expectBalances(services, client, { account: 600, cards: [500, 100] });
  });
});
