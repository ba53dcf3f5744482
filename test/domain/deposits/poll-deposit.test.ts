import { expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const dayMs = 24 * 60 * 60_000;

it('a deposit without an invoice, for which the provider names another payment, waits for a person in the end', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  world.payments.failures.push('lost', 'lost');
  const asked = { user, currency: 'usdt', network: 'tron', amountCents: cents(5_000), claim: undefined };
  await refusalOf(requestDeposit(world.services, asked));
  const [deposit] = world.store.all('deposit');
  if (!deposit) throw new Error('no deposit was stored');
  const { depositId } = deposit;
  expect(deposit.lifecycle).toBe('creating');
  world.payments.failures.length = 0;
  const urls = { callbackUrl: '', returnUrl: '', successUrl: '' };
  const order = { depositId, amountCents: cents(5_000), coin: 'USDT', network: 'TRON', ...urls } as const;
  await world.payments.requestPayment(order);
  world.payments.become(depositId, { reference: 'dep_other' });
  for (let day = 0; day < 16; day += 1) {
    world.clock.advance(dayMs);
    await pollDeposits(world.services);
  }
  expect(await world.store.get('deposit', { depositId })).toMatchObject({
    lifecycle: 'creating',
    dueAtMs: undefined,
    waitsSinceMs: expect.any(Number),
  });
});
