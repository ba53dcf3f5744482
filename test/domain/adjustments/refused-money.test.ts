import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { approveAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { describeOne } from '#functions/domain/adjustments/describe-adjustment.ts';
import { proposeAdjustment, type AdjustmentProposal } from '#functions/domain/adjustments/propose-adjustment.ts';
import { decideDeposit, type DepositDecisionCommand } from '#functions/domain/deposits/decide-deposit.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { checkPerson } from '#functions/domain/reconciliation/check-person.ts';
import { eventsOfChange } from '#functions/domain/notifications/events-of-change.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { update } from '#functions/ports/store.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';

/** A deposit of $50 for which $130 came: $50 are credited, and $80 are refused. */
async function staged() {
  const world = moneyWorld();
  const { services, store } = world;
  const user = await world.cardholder(0);
  const [first, second] = [
    await world.cardholder(0, { role: 'admin' }),
    await world.cardholder(0, { role: 'admin' }),
  ] as const;
  const { depositId } = await openDeposit(world, user, 5_000);
  const report = async (changes: Partial<Payment>) => {
    world.payments.become(depositId, changes);
    const payment = world.payments.invoices.get(depositId);
    if (!payment) throw new Error('no invoice');
    return applyFresh(services, depositId, payment);
  };
  const decide = (changes: Partial<DepositDecisionCommand> = {}) =>
    decideDeposit(services, { depositId, actorId: first.userId, outcome: 'refuse', reason: 'Not theirs.', ...changes });
  const propose = (changes: Partial<AdjustmentProposal> = {}) =>
    proposeAdjustment(services, {
      ...sampleProposal(user),
      actorId: first.userId,
      direction: 'debit',
      amountCents: cents(8_000),
      link: `${depositId}:refused`,
      ...changes,
    });
  const approve = async (changes: Partial<AdjustmentProposal> = {}) => {
    const { adjustmentId } = await propose(changes);
    return approveAdjustment(services, { adjustmentId, actorId: second.userId });
  };
  const books = () => {
    const legs = store.all('journal').flatMap((record) => record.legs);
    const of = (name: string) =>
      legs.filter((leg) => leg.account === name).reduce((sum, leg) => sum + leg.amountCents, 0);
    return [account.refusedDeposits, account.bank, account.providerClearing].map(of);
  };
  const deposit = () => store.get('deposit', { depositId });
  await report({ state: 'paid_over', receivedAmount: '130.00' });
  await decide();
  return { world, services, user, first, second, depositId, report, decide, propose, approve, books, deposit };
}

/** Checks that nothing in the books of the person is wrong. */
async function expectNoBreak({ world, services, user }: Awaited<ReturnType<typeof staged>>): Promise<void> {
  expect((await checkPerson(services, user.userId, 0)).breaks).toEqual([]);
  expectSoundBooks(world);
}

describe('refused money that was sent back by hand', () => {
  it('leaves suspense through the bank, and the balance, the activity and later reads as they are', async () => {
    const stage = await staged();
    const { world, user } = stage;
    const lines = world.store.all('movement').length;
    expect(stage.books()).toEqual([-8_000, 0, 13_000]);
    await stage.approve();
    expect(stage.books()).toEqual([0, -8_000, 13_000]);
    expect((await world.wallet(user)).availableCents).toBe(5_000);
    expect(world.store.all('movement')).toHaveLength(lines);
    // The owner is not notified of money taken from the balance.
    const audit = world.store.all('audit').find(({ action }) => action === 'approve-adjustment');
    expect(audit).toMatchObject({ after: { refusedOf: stage.depositId } });
    expect(eventsOfChange({ kind: 'audit', after: audit! }, [])).toEqual([]);
    await stage.report({});
    expect(await stage.deposit()).toMatchObject({ creditedCents: 5_000, refusedCents: 0, sentBackCents: 8_000 });
    await expectNoBreak(stage);
  });

  it('is taken in parts, never beyond what is there, and never twice', async () => {
    const stage = await staged();
    const [one, twin] = [await stage.propose(), await stage.propose()];
    await stage.approve({ amountCents: cents(3_000) });
    await expect(stage.propose({ amountCents: cents(5_001) })).rejects.toMatchObject({ code: 'InsufficientFunds' });
    await stage.approve({ amountCents: cents(5_000) });
    for (const { adjustmentId } of [one, twin])
      await expect(
        approveAdjustment(stage.services, { adjustmentId, actorId: stage.second.userId }),
      ).rejects.toMatchObject({ code: 'InsufficientFunds' });
    expect(stage.books()).toEqual([0, -8_000, 13_000]);
    await expectNoBreak(stage);
  });

  it('is not credited any more, by a decision or by a later report', async () => {
    const stage = await staged();
    await stage.approve();
    await expect(stage.decide({ outcome: 'credit', creditCents: cents(5_001) })).rejects.toMatchObject({
      code: 'AmountTooLarge',
    });
    expect(await stage.report({ receivedAmount: '140.00' })).toMatchObject({
      creditedCents: 5_000,
      surplusCents: 1_000,
      refusedCents: 0,
    });
    expect(stage.books()).toEqual([0, -8_000, 14_000]);
    await expectNoBreak(stage);
  });

  it('is refused again when the transfer came back', async () => {
    const stage = await staged();
    const sent = await stage.approve();
    const back = await stage.approve({ link: sent.adjustmentId, direction: 'credit' });
    // Staff read what it moves before they approve it.
    for (const each of [sent, back])
      expect(await describeOne(stage.services.store, each, 0)).toMatchObject({ refusedOf: stage.depositId });
    expect(stage.books()).toEqual([-8_000, 0, 13_000]);
    await stage.report({});
    expect(await stage.deposit()).toMatchObject({ refusedCents: 8_000, sentBackCents: 0 });
    await expectNoBreak(stage);
  });

  it('is owed to us, and logged, when the provider sends it back as well', async () => {
    const stage = await staged();
    const { adjustmentId: link } = await stage.approve();
    await stage.report({ state: 'refunded' });
    expect(stage.books()).toEqual([8_000, -8_000, 0]);
    await stage.report({});
    expect(stage.world.logs.filter((line) => JSON.stringify(line).includes('sent back by hand'))).toHaveLength(1);
    await expectNoBreak(stage);
    await stage.approve({ link, direction: 'credit' });
    expect(stage.books()).toEqual([0, 0, 0]);
    await expectNoBreak(stage);
  });

  it('of an erased person is taken too', async () => {
    const stage = await staged();
    const user = await stage.world.store.get('user', { userId: stage.user.userId });
    if (user) await stage.world.store.commit([update('user', user, { erasedAtMs: 1 })]);
    await stage.approve();
    expect(stage.books()).toEqual([0, -8_000, 13_000]);
  });

  it('is not taken while the provider has the payment locked', async () => {
    const stage = await staged();
    await stage.report({ state: 'refunding' });
    await expect(stage.propose()).rejects.toMatchObject({ code: 'Conflict' });
  });

  it.each<[string, Partial<AdjustmentProposal>]>([
    ['a credit', { direction: 'credit' }],
    ['an unknown deposit', { link: 'dep_7ZZZZZZZZZZZZZZZZZZZZZZZZZ:refused' }],
  ])('%s is invalid', async (_what, changes) => {
    const stage = await staged();
    await expect(stage.propose(changes)).rejects.toMatchObject({ code: 'ValidationFailed' });
  });

  it('of another person is invalid', async () => {
    const stage = await staged();
    const { userId } = await stage.world.cardholder(10_000);
    await expect(stage.propose({ userId })).rejects.toMatchObject({ code: 'ValidationFailed' });
  });

  it('is not meant by the id of its deposit alone, which is about the balance', async () => {
    const stage = await staged();
    await stage.approve({ link: stage.depositId, amountCents: cents(1_000) });
    expect(stage.books()).toEqual([-8_000, 0, 13_000]);
    expect((await stage.world.wallet(stage.user)).availableCents).toBe(4_000);
  });
});
