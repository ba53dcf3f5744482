import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { approveAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { eraseAccount } from '#functions/domain/closing/erase-account.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { wordedForClosedAccounts } from '#functions/domain/notifications/closed-account.ts';
import { notifyOfChanges } from '#functions/domain/notifications/notify-of-changes.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import type { EntityChange } from '#functions/ports/table-change.ts';
import { recordChanges } from '#test/support/entity-changes.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';

let world: MoneyWorld;
let user: User;
let deposit: Deposit;
let changes: EntityChange[];

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(0);
  const order = { user, currency: 'USDT', network: 'TRON', amountCents: cents(5_000), claim: undefined };
  deposit = await openInvoice(world.services, await requestDeposit(world.services, order));
  changes = recordChanges(world.store);
});

const close = () => closeAccount(world.services, { userId: user.userId, waiveCents: undefined });

/** Reports the invoice in this state, with $50.00 received. */
async function pay(state: PaymentState = 'paid') {
  world.payments.become(deposit.depositId, { state, receivedAmount: '50.00' });
  const payment = world.payments.invoices.get(deposit.depositId);
  if (payment) await applyFresh(world.services, deposit.depositId, payment);
}
const notified = async () => {
  await notifyOfChanges(world.services, changes.splice(0));
  return world.store.all('notification').filter(({ kind }) => kind.startsWith('deposit'));
};

describe('money that comes to a closed account', () => {
  it('is announced on the site and by mail as waiting for the owner’s return, never as on the balance', async () => {
    await close();
    await pay('confirming');
    await pay();
    expect(await notified()).toMatchObject([
      {
        kind: 'deposit_credited',
        title: '$50.00 arrived for your closed account',
        body: expect.stringMatching(
          /^Your account is closed, so the money waits for you\. Sign in by Dec 21, 2026 at .+ UTC to open the account again with it\.$/,
        ) as string,
        link: undefined,
      },
    ]);
    const mail = world.mails.find(({ subject }) => subject.includes('arrived for your closed account'));
    expect(mail?.to).toBe(user.email);
    expect(JSON.stringify(world.mails)).not.toContain('added to your balance');
  });

  it('is announced as waiting too when staff add it', async () => {
    await close();
    const proposer = await world.cardholder(0, { role: 'admin' });
    const approver = await world.cardholder(0, { role: 'admin' });
    const order = { ...sampleProposal(user), actorId: proposer.userId };
    const { adjustmentId } = await proposeAdjustment(world.services, order);
    await approveAdjustment(world.services, { adjustmentId, actorId: approver.userId });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, unclaimedCents: 500 });
    await notifyOfChanges(world.services, changes.splice(0));
    expect(world.store.all('notification').filter(({ kind }) => kind === 'refund')).toMatchObject([
      { title: '$5.00 arrived for your closed account', body: expect.stringContaining('waits for you') as string },
    ]);
  });

  it('is announced as on the balance once the owner has returned', async () => {
    await close();
    await pay();
    const closed = await world.store.get('user', user);
    if (!closed) throw new Error('no person');
    await world.store.commit(await withReturn(world.services, closed, []));
    expect(await notified()).toMatchObject([{ title: '$50.00 added to your balance' }]);
  });

  it('notifies no one once the person is erased', async () => {
    await close();
    world.clock.advance(30 * 24 * 60 * 60_000);
    await eraseAccount(world.services, user.userId);
    await pay();
    expect(await notified()).toEqual([]);
  });

  it('does not reword events from before the closing or without money', async () => {
    await close();
    const { userId } = user;
    const event = {
      eventId: 'e',
      userId,
      title: '$1.00 added',
      body: 'b',
      link: '/dashboard',
      atMs: world.clock.now(),
    };
    const before = { ...event, kind: 'deposit_credited', atMs: world.clock.now() - 1 } as const;
    const refund = { ...event, kind: 'refund', title: '$2.00 back from Corner Coffee' } as const;
    const security = { ...event, kind: 'security' } as const;
    expect(await wordedForClosedAccounts(world.services, [before, refund, security])).toEqual([
      before,
      { ...refund, link: undefined, body: expect.stringContaining('the money waits for you') as string },
      security,
    ]);
  });
});
