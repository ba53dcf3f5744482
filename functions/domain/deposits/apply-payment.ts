import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { isCoin } from '#shared/catalogue.ts';
import { zero } from '#shared/money.ts';
import { addressForm } from '../address-form.ts';
import { parseSigned, signedDifference } from '../reports/signed-decimal.ts';
import { depositRewardWrites } from '../referrals/reward.ts';
import { trySettleReward } from '../referrals/settle-reward.ts';
import { tryFreezeCards } from '#functions/domain/cards/try-freeze-cards.ts';
import { withRetries } from '../with-retries.ts';
import { coinChangesOf, commissionTarget } from './commission.ts';
import { creditPostings } from './credit-postings.ts';
import { creditTarget } from './credit-target.ts';
import { newReferences } from './deposit-references.ts';
import { depositStatus, shownStatus } from './deposit-status.ts';
import { holdingDecision, holdingProposal, isMoreReceived } from './holding-decision.ts';
import { isAnothers, mismatchesOf, mismatchWords } from './payment-identity.ts';
import { isUnfinished, nextPollAtMs } from './poll-schedule.ts';
import { isAllowed, meanings } from './transitions.ts';
import { waitsSinceMs } from './waits-since.ts';

/** Without `issuerEvents` (in an operator's command), the next sweep freezes the cards. */
type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'> & Partial<Pick<Services, 'issuerEvents'>>;

/** Maximum number of steps in a deposit's timeline. */
const eventsMax = 40;

/**
 * An admin's decision, stored by the write that carries it out: the deposit it was based on, its changes, further
 * writes.
 */
export type Decided = {
  readonly deposit: Deposit;
  readonly changes: Partial<Deposit> & Required<Pick<Deposit, 'decision'>>;
  readonly writes: readonly Write[];
};

/** A deposit as it was before its payment was read at the provider. */
export type SeenDeposit = Pick<Deposit, 'depositId' | 'userId' | 'version'>;

/**
 * Brings a deposit and its money to the state that a fresh read of its payment reports. Worker, poller and operator all
 * call it, in any order and any number of times: it books only the difference to the credited amount. State and booking
 * are one transaction, conditional on the deposit's version. If the deposit has changed since it was `seen`, the read
 * may be older than the stored state, so the provider is asked again. A payment other than the one we opened changes
 * nothing and waits for an admin. Returns the deposit as stored. Throws WriteConflict when the deposit keeps changing,
 * or has changed and the provider does not answer.
 */
export async function applyPayment(
  needs: Needs & Pick<Services, 'payments'>,
  seen: SeenDeposit,
  payment: Payment,
): Promise<Deposit> {
  const { store, payments } = needs;
  const { depositId } = seen;
  let latest = { seen, payment };
  return withRetries(needs, async () => {
    try {
      return await applyOnce(needs, latest.seen, latest.payment);
    } catch (thrown) {
      if (!(thrown instanceof WriteConflict)) throw thrown;
      const changed = await store.get('deposit', { depositId });
      const answer = await payments.readPayment(depositId);
      if (changed && answer.outcome === 'success' && answer.value) latest = { seen: changed, payment: answer.value };
      throw thrown;
    }
  });
}

/**
 * Tries `applyPayment` once. An admin's decision on this payment is stored by the same write as its effect: of two
 * concurrent decisions, the later one has to be taken again. Throws WriteConflict, also when the deposit has changed
 * since it was `seen`.
 */
export async function applyOnce(
  needs: Needs,
  { depositId, userId, version }: SeenDeposit,
  payment: Payment,
  decided?: Decided,
): Promise<Deposit> {
  const { store, clock, log } = needs;
  const [read, wallet] = await store.getBoth(
    { kind: 'deposit', key: { depositId } },
    { kind: 'wallet', key: { userId } },
  );
  const line = await store.get('movement', { userId, subjectId: depositId });
  if (!read || !wallet || !line) throw new Error(`${depositId} has no wallet or activity line`);
  if (read.version !== version) throw new WriteConflict([{ kind: 'deposit', reason: 'contended' }]);
  if (isAnothers(read, payment)) {
    log.error('provider does not know a payment', { depositId });
    return read;
  }
  const deposit = decided === undefined ? read : { ...decided.deposit, ...decided.changes };
  const recorded = decided?.writes ?? [];
  const nowMs = clock.now();

  // An admin's decision stands until the provider has something new to say.
  const decision = holdingDecision(deposit, payment);
  const mismatch = mismatchesOf(deposit, payment).find((name) => decision?.accepted?.includes(name) !== true);
  const isOdd = !isAllowed(deposit.state, payment.state);
  const isReturned = mismatch !== undefined && mismatch !== 'reference' && !isOdd && payment.state === 'refunded';
  const isGone = isReturned && isItsOwn(deposit, payment);
  // The first of two decisions lapses when the provider's report is no longer the one it was based on.
  const proposal = holdingProposal(deposit, payment);
  if (decision === undefined && !isGone && (mismatch !== undefined || isOdd)) {
    // A refund of another payment than the credited one leaves nothing to decide.
    const reviewReason = isReturned
      ? undefined
      : mismatch
        ? mismatchWords[mismatch]
        : `the provider went from ${deposit.state} to ${payment.state}`;
    const unbooked = isReturned ? undefined : unbookedOf(deposit, payment);
    return park(needs, { deposit, line }, { proposal, reviewReason, unbooked }, nowMs);
  }

  // Of a mismatched payment, only its refund and the admin's decision count: its other facts are not stored.
  const kept: Partial<Deposit> & Pick<Deposit, 'state'> = { state: isGone ? payment.state : deposit.state };
  const believed = mismatch === undefined ? { ...factsOf(payment), state: payment.state } : kept;
  const isMore = mismatch === undefined && isMoreReceived(deposit, payment);
  const isSame = believed.state === deposit.state && !isMore;
  const target = creditTarget(deposit, payment);
  const { targetCents, frozenCents, surplusCents, reviewReason } = target;
  const references = mismatch === undefined ? newReferences(deposit, payment, targetCents) : [];
  const found = references.map((reference) => insert('depositReference', reference));
  const commission = commissionTarget(deposit, payment);
  if (reviewReason !== undefined && deposit.reviewReason !== reviewReason) {
    log.error('deposit needs a person', { depositId, reviewReason });
  }
  if (target.refusedCents < 0 && target.refusedCents !== deposit.refusedCents) {
    log.error('deposit needs a person', { depositId, reviewReason: 'refunded after it was sent back by hand' });
  }
  const isNews =
    deposit.paymentId === undefined ||
    !isSame ||
    targetCents !== deposit.creditedCents ||
    frozenCents !== deposit.frozenCents ||
    surplusCents !== deposit.surplusCents ||
    target.refusedCents !== (deposit.refusedCents ?? zero) ||
    commission.cents !== (deposit.commissionCents ?? zero) ||
    coinChangesOf(deposit, commission).length > 0;
  const known = {
    ...believed,
    ...(references.length === 0
      ? {}
      : { references: [...(deposit.references ?? []), ...references.map(({ reference }) => reference)] }),
    decision,
    proposal,
    reviewReason,
    unbooked: undefined,
  };
  if (!isNews) {
    const read = { ...known, ...polled({ ...deposit, ...known }, nowMs) };
    const seen = { ...read, waitsSinceMs: waitsSinceMs({ ...deposit, ...read }, nowMs) };
    if (seen.dueAtMs === undefined && isUnfinished(deposit.state) && deposit.dueAtMs !== undefined) {
      log.error('deposit needs a person', { depositId, reviewReason: 'the provider never said how it ended' });
    }
    const shown = lineWrites(line, { ...deposit, ...seen }, nowMs);
    await store.commit([update('deposit', deposit, seen), ...shown, ...found, ...recorded]);
    return { ...deposit, ...seen, version: deposit.version + 1 };
  }

  const change = { fromCents: deposit.creditedCents, toCents: targetCents };
  const { posting: posted, booked } = creditPostings(deposit, wallet, { ...target, commission }, nowMs);
  if (posted.wallet.debtCents > wallet.debtCents) {
    log.error('deposit was taken from somebody who had spent it', {
      depositId,
      debtCents: posted.wallet.debtCents,
    });
  }
  const sourceAddress = payment.sourceAddress === undefined ? undefined : addressForm(payment.sourceAddress);
  const isClosed = wallet.closedAtMs !== undefined;
  const rewarded = await depositRewardWrites(store, deposit, { ...change, sourceAddress, isClosed }, nowMs);
  const status = depositStatus({ lifecycle: 'open', state: believed.state });
  const isGained = change.toCents > change.fromCents;
  // Money that comes for a canceled deposit shows it again.
  const isUnpaid = believed.state === 'waiting' || believed.state === 'expired' || believed.state === 'failed';
  const reached = {
    ...known,
    ...(isUnpaid ? {} : { canceledAtMs: undefined }),
    creditedCents: targetCents,
    frozenCents,
    surplusCents,
    ...booked,
    ...(isGained && sourceAddress !== undefined ? { sourceAddress } : {}),
    updatedAtMs: nowMs,
  };
  const moved: Deposit = {
    ...deposit,
    ...reached,
    lifecycle: 'open',
    dueAtMs: nextPollAtMs({ ...deposit, ...reached }, nowMs),
    events: withEvent(deposit.events, { status, atMs: nowMs, creditedCents: targetCents }, isMore),
  };
  const next: Deposit = { ...moved, waitsSinceMs: waitsSinceMs(moved, nowMs) };
  await store.commit([
    update('deposit', deposit, next),
    update('movement', line, {
      status: shownStatus(next),
      tid: known.paymentId ?? line.tid,
      paidCents: targetCents,
      ...(frozenCents === deposit.frozenCents ? {} : { frozenCents }),
      ...(surplusCents === deposit.surplusCents ? {} : { surplusCents }),
      ...(targetCents === 0 && deposit.creditedCents > 0 ? { takenBackCents: deposit.creditedCents } : {}),
      ...(posted.wallet.sequence > wallet.sequence ? posted.balanceAfter : {}),
      ...(isUnpaid ? {} : { isHidden: false }),
      paymentUrl: known.paymentUrl ?? line.paymentUrl,
      updatedAtMs: nowMs,
    }),
    ...(await posted.writes(store)),
    ...rewarded,
    ...found,
    ...recorded,
  ]);
  log.info('deposit moved', {
    depositId,
    state: payment.state,
    creditedCents: targetCents,
    wasCents: change.fromCents,
  });
  if (posted.turnsDebt) await tryFreezeCards(needs, userId);
  if (rewarded.length > 0) await trySettleReward(needs, { refereeId: userId, event: 'signup' });
  return { ...next, version: deposit.version + 1 };
}

/**
 * Stores that a deposit's payment is not believed, and nothing that the provider reports of it. With a reason, it waits
 * for a person. Returns the deposit as stored.
 */
async function park(
  { store, log }: Needs,
  { deposit, line }: { readonly deposit: Deposit; readonly line: ActivityLine },
  review: Pick<Deposit, 'proposal' | 'reviewReason' | 'unbooked'>,
  nowMs: number,
): Promise<Deposit> {
  const { depositId } = deposit;
  const { reviewReason, unbooked } = review;
  const isNew = deposit.reviewReason !== reviewReason;
  if (reviewReason !== undefined && isNew) log.error('deposit needs a person', { depositId, reviewReason });
  const reviewed = {
    ...review,
    // Its invoice is known now, though the reply with it may be lost: staff can decide.
    lifecycle: 'open' as const,
    // A decision that lapsed stays lapsed, even if the provider returns to what it said before.
    decision: undefined,
    ...(isNew ? { updatedAtMs: nowMs } : {}),
    ...polled(deposit, nowMs),
    // Money that comes for a canceled deposit shows it again, also while it is reviewed.
    ...(unbooked === undefined ? {} : { canceledAtMs: undefined }),
  };
  const parked = { ...reviewed, waitsSinceMs: waitsSinceMs({ ...deposit, ...reviewed }, nowMs) };
  await store.commit([update('deposit', deposit, parked), ...lineWrites(line, { ...deposit, ...parked }, nowMs)]);
  return { ...deposit, ...parked, version: deposit.version + 1 };
}

/**
 * Returns the write that brings a line of the list to a review that began or ended without money that moved, and shows
 * it again once its deposit is no longer canceled.
 */
function lineWrites(line: ActivityLine, deposit: Deposit, nowMs: number): readonly Write[] {
  const status = shownStatus(deposit);
  const isHidden = line.isHidden === true && deposit.canceledAtMs !== undefined;
  if (line.status === status && (line.isHidden ?? false) === isHidden) return [];
  return [
    update('movement', line, { status, ...(line.isHidden === undefined ? {} : { isHidden }), updatedAtMs: nowMs }),
  ];
}

/**
 * True when a refund belongs to this deposit although the payment differs from its invoice: nothing was credited, or
 * the credit came from this very payment.
 */
function isItsOwn(deposit: Deposit, payment: Payment): boolean {
  const isUncredited = deposit.creditedCents === 0 && deposit.surplusCents === 0;
  return isUncredited || payment.paymentId === deposit.paymentId;
}

/**
 * Returns the amount in the coin that the provider may hold of a payment awaiting a decision, beyond the booked amount;
 * undefined when there is none.
 */
function unbookedOf(deposit: Deposit, { state, payerCurrency, receivedAmount }: Payment): Deposit['unbooked'] {
  if (meanings[state].credit !== 'worth' || receivedAmount === undefined) return undefined;
  const coin = payerCurrency !== undefined && isCoin(payerCurrency) ? payerCurrency : deposit.coin;
  const received = signedDifference(
    receivedAmount,
    coin === (deposit.booked?.coin ?? deposit.coin) ? deposit.booked?.received : undefined,
  );
  return parseSigned(received) > 0n ? { coin, received } : undefined;
}

/**
 * Returns the timeline with one more step, unless it only repeats the last one. A second part payment is always a step.
 */
function withEvent(events: Deposit['events'], event: Deposit['events'][number], isMore: boolean): Deposit['events'] {
  const last = events.at(-1);
  if (!isMore && last?.status === event.status && last.creditedCents === event.creditedCents) return events;
  return [...events, event].slice(-eventsMax);
}

/** Returns what the provider reports of the invoice; a field that it no longer reports is kept. */
function factsOf(payment: Payment): Partial<Deposit> {
  return {
    paymentId: payment.paymentId,
    ...(payment.payUrl === undefined ? {} : { paymentUrl: payment.payUrl }),
    ...(payment.payerAmount === undefined ? {} : { payerAmount: payment.payerAmount }),
    ...(payment.receivedAmount === undefined ? {} : { receivedAmount: payment.receivedAmount }),
    ...(payment.rate === undefined ? {} : { rate: payment.rate }),
    ...(payment.address === undefined ? {} : { address: payment.address }),
    ...(payment.expiresAtMs === undefined ? {} : { invoiceExpiresAtMs: payment.expiresAtMs }),
    ...(payment.txid === undefined ? {} : { txid: payment.txid }),
  };
}

/** Returns the time of the next read, for the write after a read that brought nothing new. */
function polled(deposit: Deposit, nowMs: number): Pick<Deposit, 'dueAtMs'> {
  return { dueAtMs: nextPollAtMs(deposit, nowMs) };
}
