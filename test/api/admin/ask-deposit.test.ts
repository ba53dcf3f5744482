import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/ask-deposit.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { cents } from '#shared/money.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

endpointSuite('admin.ask-deposit', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await openDeposit(world, user)).depositId } }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.deposit } }),
    Conflict: async ({ world, user }) => {
      const order = { user, currency: 'USDT', network: 'TRON', amountCents: cents(5_000), claim: undefined } as const;
      return { params: { id: await requestDeposit(world.services, order) } };
    },
  },
});

describe('POST /admin/deposits/{id}/ask', () => {
  let world: MoneyWorld;
  let user: User;
  let admin: User;
  let deposit: Deposit;
  beforeEach(async () => {
    world = moneyWorld();
    user = await world.cardholder(0);
    admin = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
    deposit = await openDeposit(world, user);
  });
  const ask = (as = admin) =>
    callRoute('admin.ask-deposit', handler, world.services, { as, params: { id: deposit.depositId } });

  it('books what the provider says now, and asks for its webhook', async () => {
    world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    expect((await ask()).reply).toEqual({ record: 'applied', status: 'paid', credited: 5_000, webhook: 'asked' });
    expect(world.payments.resent.get(deposit.depositId)).toBe(1);
    expect((await world.wallet(user)).availableCents).toBe(5_000);
    expectSoundBooks(world);
    expect(world.store.all('audit')).toMatchObject([
      { action: 'ask-deposit', actorId: admin.userId, subjectId: user.userId, about: deposit.depositId },
    ]);
  });

  it('takes one request in half a minute, and asks the provider for ten webhooks at most', async () => {
    world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    for (let times = 1; times <= 10; times += 1) {
      expect((await ask()).reply).toMatchObject({ webhook: 'asked' });
      expect(await ask()).toMatchObject({ status: 429, code: 'TooManyRequests' });
      world.clock.advance(30_000);
    }
    expect((await ask()).reply).toMatchObject({ record: 'applied', webhook: 'too_often' });
    expect((await world.wallet(user)).availableCents).toBe(5_000);
  });

  it('offers no webhook of an unpaid deposit', async () => {
    expect((await ask()).reply).toEqual({ record: 'applied', status: 'pending', credited: 0, webhook: 'not_offered' });
  });

  it('reports a record of another payment, and credits nothing', async () => {
    world.payments.become(deposit.depositId, { reference: 'dep_other', state: 'paid', receivedAmount: '50.00' });
    expect((await ask()).reply).toMatchObject({ record: 'another', status: 'pending', credited: 0 });
    expect(await world.store.listWaiting('deposit', 10)).toMatchObject([{ depositId: deposit.depositId }]);
  });

  it('changes nothing while the provider is silent, or does not know the payment', async () => {
    world.payments.failures.push('lost');
    expect((await ask()).reply).toMatchObject({ record: 'silent', credited: 0, webhook: 'silent' });
    world.clock.advance(30_000);
    world.payments.invoices.clear();
    expect((await ask()).reply).toMatchObject({ record: 'unknown', credited: 0, webhook: 'not_offered' });
    expect((await world.wallet(user)).availableCents).toBe(0);
  });

  it('credits the deposit even when its webhook cannot be requested', async () => {
    world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    world.payments.requestWebhook = async () => ({ outcome: 'unknown', detail: 'timeout' });
    expect((await ask()).reply).toMatchObject({ record: 'applied', credited: 5_000, webhook: 'silent' });
  });

  it('is refused to support, and to the owner of the account', async () => {
    const support = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
    expect((await ask(support)).code).toBe('Forbidden');
    deposit = await openDeposit(world, admin);
    expect((await ask()).code).toBe('Forbidden');
    expect(world.store.all('audit')).toEqual([]);
  });
});
