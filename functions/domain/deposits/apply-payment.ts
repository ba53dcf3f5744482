import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Write } from '#functions/ports/store.ts';
import {
  depositCredited,
  depositFrozen,
  depositSurplusChanged,
  depositTakenBack,
  depositUnfrozen,
} from '../ledger/movements.ts';
import { Posting } from '../ledger/posting.ts';
import { depositRewardWrites, sourceForm } from '../referrals/reward.ts';
import { settleRewardSoon } from '../referrals/settle-reward.ts';
import { withRetries } from '../with-retries.ts';
import { creditTarget, type CreditTarget } from './credit-target.ts';
import { isSameDecimal } from './decimal.ts';
import { depositStatus } from './deposit-status.ts';
import { isUnfinished, nextPollAtMs } from './poll-schedule.ts';
import { isAllowed } from './transitions.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

/** The timeline keeps so many steps. */
const eventsMax = 40;

/**
 * Brings a deposit to what a fresh read of its payment says, money included. Worker, poller and operator all come through
 * here, in any order and as often as they like: only the difference to what was credited is ever booked, in the same
 * transaction as the state, conditional on the version it was computed from. A payment that is not the one we opened
 * changes nothing and goes to a person. Answers the deposit as it then is.
 */
export async function applyPayment(needs: Needs, depositId: Id<'deposit'>, payment: Payment): Promise<Deposit> {
  const { store, clock, log } = needs;
  return withRetries(needs, async () => {
    const first = await store.get('deposit', { depositId });
    if (!first) throw new Error(`no such deposit: ${depositId}`);
    const { userId } = first;
    const [deposit, wallet] = await store.getBoth(
      { kind: 'deposit', key: { depositId } },
      { kind: 'wallet', key: { userId } },
    );
    const movement = await store.get('movement', { userId, subjectId: depositId });
    if (!deposit || !wallet || !movement) throw new Error(`${depositId} has no wallet or movement`);
    const nowMs = clock.now();

    const mismatch = mismatchOf(deposit, payment);
    const isOdd = !isAllowed(deposit.state, payment.state);
    if (mismatch !== undefined || isOdd) {
      const reviewReason = mismatch ?? `the provider went from ${deposit.state} to ${payment.state}`;
      if (deposit.reviewReason !== reviewReason) log.error('deposit needs a person', { depositId, reviewReason });
      const parked = { reviewReason, ...polled(deposit, nowMs) };
      await store.commit([update('deposit', deposit, parked)]);
      return { ...deposit, ...parked, version: deposit.version + 1 };
    }

    const isMore = isMoreReceived(deposit, payment);
    const isSame = payment.state === deposit.state && !isMore;
    // What a person decided stands until the provider has something new to say.
    const decision = isSame ? deposit.decision : undefined;
    const target = creditTarget({ ...deposit, decision }, payment);
    const { targetCents, frozenCents, surplusCents, reviewReason } = target;
    if (reviewReason !== undefined && deposit.reviewReason !== reviewReason) {
      log.error('deposit needs a person', { depositId, reviewReason });
    }
    const isNews =
      deposit.paymentId === undefined ||
      !isSame ||
      targetCents !== deposit.creditedCents ||
      frozenCents !== deposit.frozenCents ||
      surplusCents !== deposit.surplusCents;
    const known = {
      ...factsOf(payment),
      state: payment.state,
      decision,
      reviewReason: reviewReason ?? deposit.reviewReason,
    };
    if (!isNews) {
      const seen = { ...known, ...polled({ ...deposit, ...known }, nowMs) };
      if (seen.dueAtMs === undefined && isUnfinished(deposit.state) && deposit.dueAtMs !== undefined) {
        log.error('deposit needs a person', { depositId, reviewReason: 'the provider never said how it ended' });
      }
      await store.commit([update('deposit', deposit, seen)]);
      return { ...deposit, ...seen, version: deposit.version + 1 };
    }

    const change = { fromCents: deposit.creditedCents, toCents: targetCents };
    const posted = postingsOf(deposit, wallet, target, nowMs);
    if (posted.debtCents > wallet.debtCents) {
      log.error('deposit was taken from somebody who had spent it', { depositId, debtCents: posted.debtCents });
    }
    const sourceAddress = payment.sourceAddress === undefined ? undefined : sourceForm(payment.sourceAddress);
    const rewarded = await depositRewardWrites(store, deposit, { ...change, sourceAddress }, nowMs);
    const status = depositStatus({ lifecycle: 'open', state: payment.state });
    const isGained = change.toCents > change.fromCents;
    const reached = {
      ...known,
      creditedCents: targetCents,
      frozenCents,
      surplusCents,
      ...(isGained && sourceAddress !== undefined ? { sourceAddress } : {}),
      updatedAtMs: nowMs,
    };
    const next: Deposit = {
      ...deposit,
      ...reached,
      lifecycle: 'open',
      dueAtMs: nextPollAtMs({ ...deposit, ...reached }, nowMs),
      events: withEvent(deposit.events, { status, atMs: nowMs, creditedCents: targetCents }, isMore),
    };
    await store.commit([
      update('deposit', deposit, next),
      update('movement', movement, {
        status,
        tid: payment.paymentId,
        paidCents: targetCents,
        paymentUrl: payment.payUrl,
        updatedAtMs: nowMs,
      }),
      ...posted.writes,
      ...rewarded,
    ]);
    log.info('deposit moved', {
      depositId,
      state: payment.state,
      creditedCents: targetCents,
      wasCents: change.fromCents,
    });
    if (rewarded.length > 0) await settleRewardSoon(needs, { refereeId: userId, event: 'signup' });
    return { ...next, version: deposit.version + 1 };
  });
}

/**
 * What brings the books from what they say of a deposit to its target: what was set aside is given free before it is
 * taken back, and what is new is credited before it is set aside, so that each step is a posting of its own.
 */
function postingsOf(
  deposit: Deposit,
  wallet: Wallet,
  target: CreditTarget,
  nowMs: number,
): { readonly writes: readonly Write[]; readonly debtCents: Cents } {
  const posting = new Posting(nowMs, { wallet });
  const { roundedOffMicroCents } = target;
  const credited = { fromCents: deposit.creditedCents, toCents: target.targetCents };
  const surplus = { fromCents: deposit.surplusCents, toCents: target.surplusCents };
  const isFreed = deposit.frozenCents > 0 && target.frozenCents !== deposit.frozenCents;
  if (isFreed) posting.post(depositUnfrozen(deposit, posting.wallet, deposit.frozenCents));
  if (surplus.toCents !== surplus.fromCents) posting.post(depositSurplusChanged(deposit, surplus));
  if (credited.toCents > credited.fromCents) {
    posting.post(depositCredited(deposit, posting.wallet, { ...credited, roundedOffMicroCents }));
  } else if (credited.toCents < credited.fromCents) {
    posting.post(depositTakenBack(deposit, posting.wallet, credited));
  }
  if (target.frozenCents > 0 && (isFreed || deposit.frozenCents === 0)) {
    posting.post(depositFrozen(deposit, posting.wallet, target.frozenCents));
  }
  return { writes: posting.writes(), debtCents: posting.wallet.debtCents };
}

/** True when the provider tells of an amount that we had not heard of. */
function isMoreReceived(deposit: Deposit, payment: Payment): boolean {
  return payment.receivedAmount !== undefined && !isSameDecimal(payment.receivedAmount, deposit.receivedAmount ?? '0');
}

/** The timeline with one more step, unless that only repeats the last one. A second part payment is a step. */
function withEvent(events: Deposit['events'], event: Deposit['events'][number], isMore: boolean): Deposit['events'] {
  const last = events.at(-1);
  if (!isMore && last?.status === event.status && last.creditedCents === event.creditedCents) return events;
  return [...events, event].slice(-eventsMax);
}

/** What the provider told of the invoice. What it no longer tells is kept. */
function factsOf(payment: Payment): Partial<Deposit> {
  return {
    paymentId: payment.paymentId,
    paymentUrl: payment.payUrl,
    ...(payment.payerAmount === undefined ? {} : { payerAmount: payment.payerAmount }),
    ...(payment.receivedAmount === undefined ? {} : { receivedAmount: payment.receivedAmount }),
    ...(payment.rate === undefined ? {} : { rate: payment.rate }),
    ...(payment.address === undefined ? {} : { address: payment.address }),
    ...(payment.expiresAtMs === undefined ? {} : { invoiceExpiresAtMs: payment.expiresAtMs }),
  };
}

/** A read that brought nothing new: the next one comes later. */
function polled(deposit: Deposit, nowMs: number): Pick<Deposit, 'dueAtMs'> {
  return { dueAtMs: nextPollAtMs(deposit, nowMs) };
}

/** Why a payment is not the one that this deposit opened; undefined when it is. Nothing is credited for another one. */
function mismatchOf(deposit: Deposit, payment: Payment): string | undefined {
  if (payment.reference !== deposit.depositId) return 'the payment has another reference';
  if (deposit.paymentId !== undefined && payment.paymentId !== deposit.paymentId) return 'the payment has another id';
  if (payment.invoiceCurrency !== 'USD') return 'the invoice is not in USD';
  const asked = `${Math.floor(deposit.amountCents / 100)}.${String(deposit.amountCents % 100).padStart(2, '0')}`;
  if (!isSameDecimal(payment.invoiceAmount, asked)) return 'the invoice is for another amount';
  if (payment.payerCurrency !== undefined && payment.payerCurrency !== deposit.coin)
    return 'the invoice is for another coin';
  if (deposit.payerAmount !== undefined && !isSameDecimal(payment.payerAmount, deposit.payerAmount)) {
    return 'the invoice asks for another amount of the coin';
  }
  if (deposit.address !== undefined && payment.address !== undefined && payment.address !== deposit.address) {
    return 'the invoice has another address';
  }
  return undefined;
}
