import { expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { checkPerson } from '#functions/domain/reconciliation/check-person.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

it('ties with the provider’s own amount, whatever an admin decided, and explains the difference', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const admin = await world.cardholder(0, { role: 'admin' });
  const { depositId } = await openDeposit(world, user, cents(5_000));
  world.payments.become(depositId, { state: 'paid_over', receivedAmount: '130.00' });
  const payment = world.payments.invoices.get(depositId);
  if (!payment) throw new Error('no invoice');
  await applyFresh(world.services, depositId, payment);
  const creditCents = cents(9_000);
  await decideDeposit(world.services, {
    depositId,
    actorId: admin.userId,
    outcome: 'credit',
    creditCents,
    reason: 'Half of what came beyond it was for somebody else.',
  });
  const { breaks, ties } = await checkPerson(world.services, user.userId, 0);
  expect(breaks).toEqual([]);
  expect(ties.provider).toEqual({ count: 1, oursCents: 9_000, theirsCents: 13_000, explainedCents: -4_000 });
});
