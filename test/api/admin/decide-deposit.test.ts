import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/decide-deposit.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

/** Opens a deposit of which more was paid than asked for: by default $130 of $50. */
async function overpaid({ world, user }: Stage, received = '130.00', amountCents = 5_000) {
  const { depositId } = await openDeposit(world, user, amountCents);
  world.payments.become(depositId, { state: 'paid_over', receivedAmount: received });
  const payment = world.payments.invoices.get(depositId);
  if (!payment) throw new Error('no invoice');
  await applyFresh(world.services, depositId, payment);
  return depositId;
}

const body = { outcome: 'credit', creditCents: 13_000, reason: 'The provider confirmed it.' };

endpointSuite('admin.decide-deposit', {
  handler,
  good: async (stage) => ({ params: { id: await overpaid(stage) }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.deposit }, body }),
    AmountTooLarge: async (stage) => ({
      params: { id: await overpaid(stage) },
      body: { ...body, creditCents: 13_001 },
    }),
    ProviderUnavailable: async (stage) => {
      const id = await overpaid(stage);
      stage.world.payments.failures.push('lost');
      return { params: { id }, body };
    },
  },
  badBodies: [
    ['outcome', { outcome: 'maybe' }],
    ['creditCents', { creditCents: 1.5 }],
    ['creditCents', { creditCents: -1 }],
    ['creditCents', { outcome: 'refuse' }],
    ['accept.0', { accept: ['reference'] }],
    ['reason', { reason: ' ' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['second', { second: 'usr_' }],
  ],
});

describe('POST /admin/deposits/{id}/decide', () => {
  const staged = async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const [first, second, third] = [
      await world.cardholder(0, { role: 'admin', staffRole: 'finance' }),
      await world.cardholder(0, { role: 'admin' }),
      await world.cardholder(0, { role: 'admin' }),
    ];
    const depositId = await overpaid({ world, user }, '1300.00', 50_000);
    const decide = (as = first, changes: object = {}) =>
      callRoute('admin.decide-deposit', handler, world.services, {
        as,
        params: { id: depositId },
        body: { ...body, creditCents: 130_000, ...changes },
      });
    return { world, user, first, second, third, depositId, decide };
  };

  it('answers 202 to the first admin above $200, and carries out the same call of another', async () => {
    const { world, user, first, second, decide } = await staged();
    expect(await decide()).toMatchObject({ status: 202, reply: { status: 'waiting_for_second' } });
    expect(await decide(first)).toMatchObject({ status: 202 });
    expect((await world.wallet(user)).availableCents).toBe(50_000);
    expect(await decide(second)).toMatchObject({
      status: 200,
      reply: { status: 'decided', deposit: { amountPaid: 130_000 } },
    });
    expect((await world.wallet(user)).availableCents).toBe(130_000);
    expect(world.store.all('audit').map(({ action, requestId }) => [action, requestId])).toEqual([
      ['propose-deposit-decision', 'request-1'],
      ['decide-deposit', 'request-1'],
    ]);
    expectSoundBooks(world);
  });

  it('credits once when two second admins decide at once', async () => {
    const { world, user, second, third, decide } = await staged();
    await decide();
    await Promise.all([decide(second), decide(third)]);
    expect((await world.wallet(user)).availableCents).toBe(130_000);
    expectSoundBooks(world);
  });

  it('takes another sum as a new proposal, and refuses a sum above the present record of the provider', async () => {
    const { world, user, second, depositId, decide } = await staged();
    await decide();
    expect((await decide(second, { creditCents: 120_000 })).status).toBe(202);
    world.payments.become(depositId, { receivedAmount: '1200.00' });
    expect((await decide(second)).code).toBe('AmountTooLarge');
    expect((await world.wallet(user)).availableCents).toBe(50_000);
  });

  it('is refused on an own deposit, and on one that the provider has locked', async () => {
    const { world, first, depositId, decide } = await staged();
    const own = await overpaid({ world, user: first });
    const request = { as: first, params: { id: own }, body };
    expect((await callRoute('admin.decide-deposit', handler, world.services, request)).code).toBe('Forbidden');
    world.payments.become(depositId, { state: 'locked' });
    expect((await decide()).code).toBe('Conflict');
  });
});
