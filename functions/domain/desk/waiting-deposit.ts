import type * as z from 'zod/mini';
import type { DepositFile, WaitingDeposit } from '#shared/contract/desk.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { minus, zero } from '#shared/money.ts';
import { acceptableMismatches } from '#shared/payment-mismatches.ts';
import { transactionStatusNames } from '#shared/transaction-statuses.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { Services } from '#functions/ports/services.ts';
import { addressesOf } from '../admin/addresses-of.ts';
import { recordReading } from '../admin/record-reading.ts';
import { applyPayment } from '../deposits/apply-payment.ts';
import { receivedCents } from '../deposits/credit-target.ts';
import { isRefused, isSettled } from '../deposits/holding-decision.ts';
import { depositStatus } from '../deposits/deposit-status.ts';
import { describeDeposit } from '../deposits/describe-deposit.ts';
import { mismatchesOf, mismatchWords } from '../deposits/payment-identity.ts';
import { isUnfinished } from '../deposits/poll-schedule.ts';
import { rememberedPayment } from '../deposits/remembered-payment.ts';
import { meanings } from '../deposits/transitions.ts';

type Needs = Pick<Services, 'store' | 'payments' | 'clock' | 'random' | 'requestId' | 'log' | 'issuerEvents'>;

/** Reads the present addresses of the owners of deposits, and of the admins who took a first decision on them. */
export function addressesAbout(
  store: Services['store'],
  deposits: readonly Deposit[],
): Promise<ReadonlyMap<string, string>> {
  return addressesOf(
    store,
    deposits.flatMap(({ userId, proposal }) => [userId, ...(proposal ? [proposal.actorId] : [])]),
  );
}

/** Describes a deposit that waits for a person, or of which something is refused. */
export function describeWaitingDeposit(
  deposit: Deposit,
  addresses: ReadonlyMap<string, string>,
): z.input<typeof WaitingDeposit> {
  const { proposal } = deposit;
  return {
    _id: deposit.depositId,
    userId: deposit.userId,
    email: addresses.get(deposit.userId) ?? deposit.email,
    amount: deposit.amountCents,
    credited: deposit.creditedCents,
    frozen: deposit.frozenCents,
    surplus: deposit.surplusCents,
    refused: deposit.refusedCents ?? zero,
    currency: deposit.coin,
    received: receivedOf(deposit) ?? null,
    status: depositStatus(deposit),
    why: whyOf(deposit),
    since: new Date(deposit.waitsSinceMs ?? deposit.updatedAtMs).toISOString(),
    proposal: proposal
      ? {
          credit: proposal.targetCents,
          by: proposal.actorId,
          byEmail: addresses.get(proposal.actorId) ?? null,
          reason: proposal.reason ?? null,
        }
      : null,
  };
}

function receivedOf({
  coin,
  receivedAmount,
  unbooked,
}: Deposit): z.input<typeof WaitingDeposit>['received'] | undefined {
  if (unbooked !== undefined) return { amount: unbooked.received, coin: unbooked.coin };
  return receivedAmount === undefined ? undefined : { amount: receivedAmount, coin };
}

function whyOf({ reviewReason, proposal, state, dueAtMs }: Deposit): string | null {
  if (reviewReason !== undefined) return reviewReason;
  if (proposal !== undefined) return 'a decision waits for a second admin';
  if (state === 'locked') return 'locked by the provider';
  return dueAtMs === undefined && isUnfinished(state) ? 'the provider never said how it ended' : null;
}

/**
 * Reads a deposit with the provider's present record and the decisions that this record allows. A new state is applied,
 * as on every other read: an old deposit is no longer polled. If the provider does not reply, the record is left out
 * and no decision is allowed. The admin's read is recorded before anything is returned. Throws AppError NotFound.
 */
export async function readDepositFile(
  needs: Needs,
  { actorId, depositId }: { readonly actorId: Id<'user'>; readonly depositId: Id<'deposit'> },
): Promise<z.input<typeof DepositFile>> {
  const { store, payments } = needs;
  const known = await store.get('deposit', { depositId });
  if (known === undefined) throw new AppError('NotFound', 'Deposit not found.');
  await recordReading(needs, { action: 'deposit-read', actorId, subjectId: known.userId, about: depositId });
  const answer = await payments.readPayment(depositId);
  const payment = answer.outcome === 'success' ? answer.value : undefined;
  const isNews = payment !== undefined && payment.state !== known.state;
  const deposit = isNews ? await applyPayment(needs, known, payment) : known;
  const addresses = await addressesAbout(store, [deposit]);
  return {
    waiting: describeWaitingDeposit(deposit, addresses),
    deposit: describeDeposit(deposit),
    provider: payment === undefined ? null : describePayment(deposit, payment),
    decision: decisionsOn(deposit, answer),
  };
}

function describePayment(deposit: Deposit, payment: Payment): z.input<typeof DepositFile>['provider'] {
  const inCoin = (amount: string | undefined): string | null =>
    amount === undefined ? null : `${amount} ${payment.payerCurrency ?? ''}`.trim();
  return {
    paymentId: payment.paymentId,
    status: meanings[payment.state].status,
    final: payment.isFinal,
    invoice: `${payment.invoiceAmount} ${payment.invoiceCurrency}`,
    asked: inCoin(payment.payerAmount),
    received: inCoin(payment.receivedAmount),
    network: payment.network ?? null,
    address: payment.address ?? null,
    sourceAddress: payment.sourceAddress ?? null,
    txid: payment.txid ?? null,
    mismatches: mismatchesOf(deposit, payment).map((name) => ({
      name,
      words: mismatchWords[name],
      acceptable: acceptableMismatches.some((known) => known === name),
    })),
  };
}

/**
 * Returns the bounds of `decideDeposit` for the screen. `decideDeposit` checks them again on its own read. A payment that
 * the provider does not know any more can be refused alone, on its last report.
 */
function decisionsOn(
  deposit: Deposit,
  answer: ProviderAnswer<Payment | undefined>,
): z.input<typeof DepositFile>['decision'] {
  const isAnswered = answer.outcome === 'success';
  const known = isAnswered ? answer.value : undefined;
  const payment = known ?? (isAnswered ? rememberedPayment(deposit) : undefined);
  const kept = minus(deposit.creditedCents, deposit.frozenCents);
  const alone = minus(limits.decisionAloneMaxCents, deposit.decidedAloneCents ?? zero);
  const facts = { creditMax: zero, kept, aloneLeft: alone > 0 ? alone : zero };
  const closed = (closedBecause: string) => ({ ...facts, credit: false, refuse: false, closedBecause });
  if (deposit.lifecycle !== 'open') return closed('The deposit has no invoice yet.');
  if (payment === undefined) {
    return closed(
      isAnswered
        ? 'The payment provider does not know this payment.'
        : 'The payment provider did not reply. Nothing can be decided until it does.',
    );
  }
  const { credit, status } = meanings[payment.state];
  if (known !== undefined && (credit === 'frozen' || credit === 'nothing')) {
    return closed(`The provider says “${transactionStatusNames[status]}” now. Nothing can be decided against that.`);
  }
  const isOther = mismatchesOf(deposit, payment).some((name) => !acceptableMismatches.some((known) => known === name));
  const creditMax = known === undefined ? zero : receivedCents(deposit, known);
  const isDone = isSettled(deposit, payment);
  if (isDone && (isOther || creditMax <= kept)) return closed('Nothing of it waits for a decision.');
  return {
    ...facts,
    // To credit a refused rest takes two admins, whatever the amount.
    ...(isRefused(deposit, payment) ? { aloneLeft: zero } : {}),
    credit: known !== undefined && !isOther,
    refuse: !isDone,
    creditMax,
    closedBecause: null,
  };
}
