import { decimalDollars } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { creditTarget, receivedCents } from '#functions/domain/deposits/credit-target.ts';
import { isSameDecimal } from '#shared/decimal.ts';
import { shownStatus } from '#functions/domain/deposits/deposit-status.ts';
import { holdingDecision } from '#functions/domain/deposits/holding-decision.ts';
import { isAllowed } from '#functions/domain/deposits/transitions.ts';
import { call, person, type Break } from '#functions/domain/reconciliation/break.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';

/** Time within which a change at the provider may still be on its way to us, in milliseconds. */
const heardWithinMs = 15 * 60_000;

/** The provider's answer about a deposit: `gone` when it does not know the payment. */
export type Asked = Payment | 'gone';

/** The sums of a person's deposits on both sides, in cents, over those that the provider was asked about. */
export type DepositFindings = {
  readonly breaks: readonly Break[];
  readonly asked: number;
  readonly oursCents: number;
  readonly theirsCents: number;
  /**
   * The part of the difference that is explained, in cents: by breaks, by decisions made or pending, or by a change
   * that is too new.
   */
  readonly explainedCents: number;
};

/**
 * Compares deposits with their bookings and, where the provider was asked, with its answers. `happened` maps each
 * record to its changes of the wallet; undefined when entries are missing.
 */
export function checkDeposits(
  books: Pick<Books, 'user' | 'deposits' | 'activity' | 'records'>,
  happened: ReadonlyMap<string, Readonly<Record<string, number>>> | undefined,
  payments: ReadonlyMap<Id<'deposit'>, Asked>,
  nowMs: number,
): DepositFindings {
  const { userId } = books.user;
  const breaks: Break[] = [];
  let asked = 0;
  let oursCents = 0;
  let theirsCents = 0;
  let explainedCents = 0;
  for (const [depositId, deposit] of books.deposits) {
    const facts = { subject: depositId, ownerId: userId };
    const booked = happened && bookedFor(depositId, happened, books.records);
    if (deposit === undefined) {
      const line = books.activity.get(depositId);
      const isDeposit = line !== undefined;
      breaks.push({
        ...facts,
        part: isDeposit ? 'internal' : 'provider',
        class: isDeposit ? 'GAP' : 'CREDIT_WITHOUT_PAYMENT',
        cents: isDeposit ? -line.paidCents : (booked?.creditedCents ?? 0),
        atMs: line?.createdAtMs ?? nowMs,
        evidence: { gone: 'deposit', booked: booked?.creditedCents },
        proposal: person('restore the deposit from the point-in-time backup, or take the credit back by an adjustment'),
      });
      continue;
    }
    const within = { ...facts, atMs: deposit.updatedAtMs };
    const payment = payments.get(depositId);
    const ofProvider = booked && payment && againstProvider(deposit, booked.creditedCents, payment, nowMs);
    const found = [
      booked && againstBooks(deposit, booked, payment),
      ofProvider,
      // The line shows the deposit's state: while that is wrong, the line cannot be judged.
      ofProvider?.class === 'STATUS' ? undefined : againstLine(books, deposit, booked?.creditedCents),
    ];
    for (const each of found) if (each) breaks.push({ ...within, ...each });
    if (booked !== undefined && payment !== undefined) {
      const theirs = payment === 'gone' ? 0 : theirsOf(deposit, booked.creditedCents, payment);
      asked += 1;
      oursCents += booked.creditedCents;
      theirsCents += theirs;
      // A difference without a break is known: the change is too new to report, or an admin has decided on it or has
      // yet to.
      explainedCents += ofProvider?.cents ?? booked.creditedCents - theirs;
    }
  }
  return { breaks, asked, oursCents, theirsCents, explainedCents };
}

type Found = Omit<Break, 'subject' | 'ownerId' | 'atMs'>;
type Booked = { readonly creditedCents: number; readonly frozenCents: number };

/**
 * Sums the bookings for a deposit. Credit that paid a debt counts as well. The record that sets a credit aside in a
 * closed account does not take it back.
 */
function bookedFor(
  depositId: Id<'deposit'>,
  happened: ReadonlyMap<string, Readonly<Record<string, number>>>,
  records: ReadonlyMap<string, JournalRecord>,
): Booked {
  let creditedCents = 0;
  let frozenCents = 0;
  for (const [journalId, deltas] of happened) {
    if (!journalId.startsWith(`${depositId}:`) && records.get(journalId)?.cause !== depositId) continue;
    if (journalId.endsWith(':unclaimed')) continue;
    const gained = (deltas['available'] ?? 0) - (deltas['debt'] ?? 0);
    if (/:(?:un)?frozen$/.test(journalId)) frozenCents -= gained;
    else creditedCents += gained;
  }
  return { creditedCents, frozenCents: frozenCents + 0 };
}

/**
 * Checks that the deposit states the amounts that were booked for it. If not, the provider's answer decides which of
 * the two is wrong.
 */
function againstBooks(deposit: Deposit, booked: Booked, payment: Asked | undefined): Found | undefined {
  const { creditedCents, frozenCents } = deposit;
  const isTooMuch = booked.creditedCents > creditedCents;
  if (booked.creditedCents !== creditedCents) {
    const isBookedRight =
      payment !== undefined &&
      payment !== 'gone' &&
      targetOf(deposit, booked.creditedCents, payment) === booked.creditedCents;
    // A wrong booking is reported by the comparison with the provider.
    if (payment !== undefined && deposit.reviewReason === undefined && !isBookedRight) return undefined;
    const evidence = { is: creditedCents, books: booked.creditedCents };
    return isTooMuch && !isBookedRight
      ? {
          part: 'provider',
          class: 'CREDIT_WITHOUT_PAYMENT',
          cents: booked.creditedCents - creditedCents,
          evidence,
          proposal: person('take back what was credited beyond the payment, by an adjustment'),
        }
      : {
          part: 'internal',
          class: 'AMOUNT',
          cents: creditedCents - booked.creditedCents,
          evidence,
          proposal: person(`set what the deposit was credited to what was booked: ${booked.creditedCents}`),
        };
  }
  if (booked.frozenCents === frozenCents) return undefined;
  return {
    part: 'internal',
    class: 'AMOUNT',
    cents: frozenCents - booked.frozenCents,
    evidence: { is: frozenCents, books: booked.frozenCents, what: 'frozen' },
    proposal: person(`set what is frozen of the deposit to what was booked: ${booked.frozenCents}`),
  };
}

function againstProvider(deposit: Deposit, bookedCents: number, payment: Asked, nowMs: number): Found | undefined {
  const { depositId, lifecycle, reviewReason, state } = deposit;
  if (payment === 'gone') {
    if (lifecycle !== 'open') return undefined;
    return bookedCents > 0
      ? {
          part: 'provider',
          class: 'CREDIT_WITHOUT_PAYMENT',
          cents: bookedCents,
          evidence: { provider: 'does not know it', books: bookedCents },
          proposal: person('ask the provider; take the credit back by an adjustment'),
        }
      : undefined;
  }
  const asked = decimalDollars(deposit.amountCents);
  // True when an admin decided on the payment, and the provider has reported nothing new since.
  const isDecided = holdingDecision(deposit, payment) !== undefined;
  const isDifferent =
    !isSameDecimal(payment.invoiceAmount, asked) ||
    payment.reference !== depositId ||
    (deposit.paymentId !== undefined && deposit.paymentId !== payment.paymentId);
  const isAnother = isDifferent && !isDecided;
  if (isAnother && reviewReason === undefined) {
    return {
      part: 'provider',
      class: 'AMOUNT',
      cents: bookedCents - targetOf(deposit, bookedCents, payment),
      evidence: { asked, invoice: payment.invoiceAmount, ours: deposit.paymentId, theirs: payment.paymentId },
      proposal: person('ask the provider which invoice was paid'),
    };
  }
  // A deposit that waits for a person is a known difference.
  if (reviewReason !== undefined || isAnother) return undefined;
  const target = targetOf(deposit, bookedCents, payment);
  const evidence = { state, theirs: payment.state, books: bookedCents, worth: target };
  const apply = call('applyPayment', depositId);
  const isFresh = nowMs - (payment.changedAtMs ?? payment.createdAtMs) <= heardWithinMs;
  if (target > bookedCents) {
    if (isFresh) return undefined;
    return { part: 'provider', class: 'MISSING_CREDIT', cents: bookedCents - target, evidence, proposal: apply };
  }
  if (target < bookedCents) {
    const cents = bookedCents - target;
    if (payment.state === 'refunded') {
      if (isFresh && state !== 'refunded') return undefined;
      const proposal = state === 'refunded' ? person('take the refund from the balance by an adjustment') : apply;
      return { part: 'provider', class: 'REFUND_NOT_POSTED', cents, evidence, proposal };
    }
    const isPaid = payment.receivedAmount !== undefined && target > 0;
    const proposal = person('ask the provider what was received; take back the rest by an adjustment');
    // Credited twice is a credit without a payment; credited once with another amount is a wrong amount.
    const isDouble = !isPaid || deposit.creditedCents === target;
    return { part: 'provider', class: isDouble ? 'CREDIT_WITHOUT_PAYMENT' : 'AMOUNT', cents, evidence, proposal };
  }
  if (payment.state === state || isFresh || isDecided) return undefined;
  // The poller, which is due, will take the change over.
  if (isAllowed(state, payment.state) && deposit.dueAtMs !== undefined && deposit.dueAtMs <= nowMs) return undefined;
  return { part: 'provider', class: 'STATUS', cents: 0, evidence, proposal: apply };
}

/** Returns the worth of a deposit by the provider's own figures, whatever an admin has decided. */
function theirsOf(deposit: Deposit, bookedCents: number, payment: Payment): number {
  const isDecided = holdingDecision(deposit, payment) !== undefined;
  return isDecided ? receivedCents(deposit, payment) : targetOf(deposit, bookedCents, payment);
}

/**
 * Returns the credit that the provider's report asks for, in cents; the booked amount where the report says nothing
 * about the amount.
 */
function targetOf(deposit: Deposit, bookedCents: number, payment: Payment): number {
  const { depositId } = deposit;
  if (payment.reference !== depositId) return bookedCents;
  const kept = -1;
  // An impossible credit comes back unchanged from a state that keeps the credit: then the booking is right if money
  // came.
  const target = creditTarget({ ...deposit, creditedCents: kept as never }, payment).targetCents;
  if (target !== kept) return target;
  const hasCome = payment.receivedAmount !== undefined;
  return hasCome || holdingDecision(deposit, payment) !== undefined ? bookedCents : Math.min(bookedCents, 0);
}

function againstLine(
  books: Pick<Books, 'activity'>,
  deposit: Deposit,
  bookedCents: number | undefined,
): Found | undefined {
  const line = books.activity.get(deposit.depositId);
  const status = shownStatus(deposit);
  const proposal = person('write the line of the activity list again from the deposit');
  const found = { part: 'internal', class: 'MOVEMENT', proposal } as const;
  if (line === undefined) return { ...found, cents: -deposit.creditedCents, evidence: { gone: 'movement' } };
  if (line.amountCents !== deposit.amountCents) {
    const cents = line.amountCents - deposit.amountCents;
    return { ...found, cents, evidence: { is: line.amountCents, deposit: deposit.amountCents } };
  }
  const { paidCents } = line;
  // A wrong deposit or wrong books are reported elsewhere.
  if (bookedCents !== undefined && paidCents !== bookedCents && paidCents !== deposit.creditedCents) {
    const evidence = { shows: paidCents, books: bookedCents, what: 'paid' };
    return { ...found, cents: paidCents - deposit.creditedCents, evidence };
  }
  if (line.status === status) return undefined;
  // The next read of the payment writes the status into the line, which may be older than this form of it.
  const evidence = { is: line.status, deposit: status };
  return { ...found, cents: 0, evidence, proposal: call('applyPayment', deposit.depositId) };
}
