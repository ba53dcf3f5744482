import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { readDepositFile } from '#functions/domain/desk/waiting-deposit.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

const hourMs = 60 * 60_000;

it('a read that the provider refuses as our mistake alerts an operator; no answer alerts nobody', async () => {
  const world = moneyWorld();
  await openDeposit(world, await world.cardholder(0));
  const errors = () => world.logs.filter(({ level }) => level === 'error').map(({ message }) => message);
  for (const outcome of ['unknown', 'fault'] as const) {
    const readPayment = async () => ({ outcome, detail: '/v1/payment/info: 401' }) as const;
    world.clock.advance(hourMs);
    await pollDeposits({ ...world.services, payments: { ...world.payments, readPayment } });
    expect(errors()).toEqual(outcome === 'fault' ? ['provider refused our request'] : []);
  }
});

describe('an invoice whose page moves to an origin that nobody may be sent to', () => {
  it('is credited when it is paid, and keeps the page that it had', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const { depositId, paymentUrl } = await openDeposit(world, user);
    world.payments.become(depositId, { payUrl: undefined, state: 'paid', receivedAmount: '50.00' });
    world.clock.advance(hourMs);
    await pollDeposits(world.services);
    expect(paymentUrl).toBeDefined();
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ state: 'paid', paymentUrl });
    expect((await world.wallet(user)).availableCents).toBe(5_000);
  });

  it('is opened for no deposit', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const asked = { user, currency: 'usdt', network: 'tron', amountCents: cents(5_000), claim: undefined };
    const depositId = await requestDeposit(world.services, asked);
    const urls = { callbackUrl: '', returnUrl: '', successUrl: '' };
    await world.payments.requestPayment({ ...asked, depositId, coin: 'USDT', network: 'TRON', ...urls });
    world.payments.become(depositId, { payUrl: undefined });
    world.clock.advance(hourMs);
    await pollDeposits(world.services);
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ lifecycle: 'creating' });
  });
});

describe('a deposit without an invoice, for which the provider names another payment,', () => {
  const staged = async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const asked = { user, currency: 'usdt', network: 'tron', amountCents: cents(5_000), claim: undefined };
    const depositId = await requestDeposit(world.services, asked);
    const urls = { callbackUrl: '', returnUrl: '', successUrl: '' };
    const order = { depositId, amountCents: cents(5_000), coin: 'USDT', network: 'TRON', ...urls } as const;
    await world.payments.requestPayment(order);
    world.payments.become(depositId, { reference: 'dep_other', state: 'paid', receivedAmount: '50.00' });
    const found = () => world.store.get('deposit', { depositId });
    return { world, user, depositId, found };
  };

  it('fails by itself within hours, and is nothing for a person', async () => {
    const { world, user, depositId, found } = await staged();
    for (let hour = 0; hour < 6; hour += 1) {
      for (let minute = 0; minute < 60; minute += 10) {
        world.clock.advance(hourMs / 6);
        await pollDeposits(world.services);
        expect(await world.store.listWaiting('deposit', 10)).toEqual([]);
      }
    }
    expect(await found()).toMatchObject({ lifecycle: 'refused', state: 'failed', dueAtMs: undefined });
    expect(await world.store.get('movement', { userId: user.userId, subjectId: depositId })).toMatchObject({
      status: 'failed',
    });
  });

  it('is left as it is by a webhook, and when staff open it', async () => {
    const { world, depositId, found } = await staged();
    const before = await found();
    const payment = world.payments.invoices.get(depositId);
    if (!payment) throw new Error('no payment');
    await applyFresh(world.services, depositId, payment);
    const admin = await world.cardholder(0, { role: 'admin' });
    await readDepositFile(world.services, { actorId: admin.userId, depositId });
    expect(await found()).toEqual(before);
  });

  it('opens its own invoice once the provider names it', async () => {
    const { world, user, depositId, found } = await staged();
    world.clock.advance(hourMs);
    await pollDeposits(world.services);
    world.payments.become(depositId, { reference: depositId });
    world.clock.advance(hourMs);
    await pollDeposits(world.services);
    expect(await found()).toMatchObject({ lifecycle: 'open', state: 'paid' });
    expect((await world.wallet(user)).availableCents).toBe(5_000);
  });
});

it.each(['confirming', 'partly_paid', 'refunding'] as const)(
  'a deposit that is still %s when it is read for the last time waits for staff',
  async (state) => {
    const world = moneyWorld();
    const { depositId } = await openDeposit(world, await world.cardholder(0));
    world.payments.become(depositId, { state, receivedAmount: '20.00' });
    const found = () => world.store.get('deposit', { depositId });
    for (let day = 0; day < 14; day += 1) {
      world.clock.advance(24 * hourMs);
      await pollDeposits(world.services);
      expect(await world.store.listWaiting('deposit', 10)).toEqual([]);
    }
    world.clock.advance(24 * hourMs);
    await pollDeposits(world.services);
    expect(await found()).toMatchObject({ state, dueAtMs: undefined });
    expect(await world.store.listWaiting('deposit', 10)).toMatchObject([{ depositId }]);
  },
);
