import { encodeTime } from 'ulid';
import { cents } from '#shared/money.ts';
import { register } from '#functions/domain/auth/sign-up/register.ts';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import { recordDecline } from '#functions/domain/cards/record-decline.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { applyOnce } from '#functions/domain/deposits/apply-payment.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { wordOf } from '#functions/domain/deposits/payment-identity.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import type { NewClaim } from '#functions/domain/idempotency/claim.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Mail } from '#functions/ports/mailer.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { Services } from '#functions/ports/services.ts';
import { ada, codeIn } from './auth-world.ts';
import { cleanHistory, count, type History } from './clean-history.ts';
import { openDeposit } from './open-deposit.ts';
import { entitiesIn } from './simulated-store.ts';

/**
 * Makes a history of three people, one of whom referred another, with every kind of item that concerns money,
 * statistics or limits. It has claims of keys, money for a deleted card, a decline, a first-card bonus, a surplus, a
 * refused one, a locked deposit and senders of deposits. It also has a sign-up with its registration at the issuer, and the items of
 * reconciliations.
 */
export async function allKindsHistory(): Promise<History> {
  const history = await cleanHistory({ people: 2, operations: 6 });
  const { services, clock, issuer, table, payments } = history;
  const [referrer, referred] = history.people as [User, User];
  const claim = (routeId: string): NewClaim => ({
    userId: referred.userId,
    routeId,
    keyHash: `hash-of-a-key-for-${routeId}`,
    requestHash: 'hash-of-the-request',
  });
  const drive = async (operationId: Awaited<ReturnType<typeof requestLoad>>, pin?: string): Promise<void> => {
    const given = { untilMs: clock.now() + 10_000, ...(pin === undefined ? {} : { secrets: { pin } }) };
    await driveOperation(services, operationId, given);
    clock.advance(6 * 60_000);
  };

  // A second card is loaded, emptied and deleted, and then gets a refund.
  const user = referred;
  await drive(await requestCreation(services, { user, name: 'Travel', claim: claim('cards.create') }), '0007');
  const card = entitiesIn(table, 'card').find(({ name }) => name === 'Travel');
  if (card?.issuerCardId === undefined) throw new Error('no second card');
  const { cardId, issuerCardId } = card;
  const load = { user, cardId, requestedCents: cents(1_000), includesFee: false };
  await drive(await requestLoad(services, { ...load, claim: claim('cards.load') }));
  await recordDecline(services, card, {
    type: 'decline',
    issuerCardId,
    reference: 'DECLINED-1',
    amountCents: cents(900),
    description: 'Shop',
    reason: 'Insufficient funds',
    atMs: clock.now(),
  } as Parameters<typeof recordDecline>[2]);
  const withdrawal = { user, cardId, amountCents: cents(1_400), claim: claim('cards.unload') };
  await drive(await requestWithdrawal(services, withdrawal));
  await drive(await requestDeletion(services, { user, cardId, claim: claim('cards.delete') }));
  const seen = issuer.refund(issuerCardId, 250, 'LATE_REFUND');
  issuer.transactions[0] = { ...seen, atMs: clock.now() };
  await catchUpCard(services, card, seen.reference);

  // Two deposits receive more than twice the invoice, one of which staff refuse; another is locked by the provider.
  for (const changes of [
    { state: 'paid_over', isFinal: true, receivedAmount: '180.00' },
    { state: 'paid_over', isFinal: true, receivedAmount: '170.00' },
    { state: 'paid', isFinal: true, receivedAmount: '50.00', merchantAmount: '49.00', sourceAddress: 'TAddress1' },
  ] as const) {
    const { depositId } = await openDeposit({ services }, referrer, 5_000);
    payments.become(depositId, changes);
    const payment = payments.invoices.get(depositId);
    if (payment) {
      const deposit = await applyFresh(services, depositId, payment);
      if (changes.receivedAmount === '180.00') await refuseRest(history, deposit, payment);
    }
    if (changes.state !== 'paid') continue;
    payments.become(depositId, { state: 'locked', isFinal: false });
    const locked = payments.invoices.get(depositId);
    if (locked) await applyFresh(services, depositId, locked);
  }
  await signUp(history, referrer);
  await payReferrals(services);
  await count(services, table);
  clock.advance(20 * 60_000);
  for (let polled = 1; polled > 0;) polled = (await pollDeposits(services)).deposits;
  await reconcile(services);
  await reconcileFully(services);
  return history;
}

/** Drops the surplus of a deposit, as a decision of staff does. */
async function refuseRest({ services }: History, deposit: Deposit, payment: Payment): Promise<void> {
  const { state, creditedCents: targetCents } = deposit;
  const decision = { state, targetCents, takenOn: wordOf(payment), isRefusal: true } as const;
  await applyOnce(services, deposit, payment, { deposit, changes: { decision }, writes: [] });
}

/** Signs up a referred person, who confirms the address and is registered at the issuer, by the real handlers. */
async function signUp({ services, clock }: History, { userId: referredBy }: User): Promise<void> {
  const mails: Mail[] = [];
  const { random } = services;
  const needs: Services = {
    ...services,
    mailer: { send: async (mail) => void mails.push(mail) },
    // The id holds its time like a real one, because new accounts are counted by it.
    random: {
      ...random,
      id: (kind) => (kind === 'user' ? (`usr_${encodeTime(clock.now())}${'9'.repeat(16)}` as never) : random.id(kind)),
    },
  };
  await register(needs, { ...ada, referredBy });
  await verifyEmail(needs, codeIn(mails.at(-1)));
}
