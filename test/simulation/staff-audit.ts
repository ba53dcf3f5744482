import { adjustmentLimits } from '#shared/adjustment-limits.ts';
import type { Id } from '#shared/ids.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { ActivityLine, JournalRecord, Wallet } from '#functions/ports/entities/books.ts';
import type { Closing } from '#functions/ports/entities/closing.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { SimulatedPayments } from './providers/simulated-payments.ts';

type Change<T> = { readonly before: T | undefined; readonly after: T | undefined };

/** Maximum that one admin alone decides about, in cents. */
const aloneMaxCents = 20_000;

/** Maximum difference between the clocks of two processes, in milliseconds. */
const skewMs = 4_000;

/**
 * Checks after every transaction what staff do with money (I35, I41). An adjustment is posted with its line exactly when
 * another admin than its proposer approves it, in time, within the limits, and is undone at most once; one
 * that nobody decided on expires when its time is over. A decision on a
 * deposit or an operation has its audit record, gives no more than arrived, and above $200 is that of two admins.
 */
export class StaffAudit {
  readonly #payments: SimulatedPayments;
  /** The proposals and approvals of each admin. */
  readonly #uses: { readonly actorId: string; readonly atMs: number; readonly part: Adjustment }[] = [];
  readonly #undone = new Set<string>();
  /** The amounts that the owners of erased accounts waived, in cents. */
  readonly #waived = new Map<string, number>();
  /** The first ones of two decisions on deposits: deposit, worth and admin. */
  readonly #firsts: (readonly [depositId: unknown, worth: unknown, actorId: string])[] = [];
  readonly #alone = new Map<string, number>();
  /** The payment on which the last decision on a deposit was taken. The provider makes a new one of each change. */
  readonly #decidedOn = new Map<string, Payment>();

  constructor(payments: SimulatedPayments) {
    this.#payments = payments;
  }

  /** Checks the changes of a transaction. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const of = <T>(kind: string): readonly Change<T>[] =>
      changes
        .filter(({ before, after }) => (after ?? before)?.['entity'] === kind)
        .map((change) => change as unknown as Change<T>);
    const added = <T>(kind: string): readonly T[] =>
      of<T>(kind).flatMap(({ before, after }) => (before === undefined && after !== undefined ? [after] : []));
    const records = added<AuditRecord>('audit');
    for (const { after } of of<Closing>('closing'))
      if (after?.erasedAtMs !== undefined) this.#waived.set(after.userId, after.waivedCents);
    const agreed = of<Adjustment>('adjustment').flatMap((change) => this.#adjustment(change, records));
    const [approved, sentBack] = [true, false].map((isOfBalance) =>
      agreed.filter(({ refusedOf }) => (refusedOf === undefined) === isOfBalance),
    ) as [Adjustment[], Adjustment[]];
    for (const adjustment of sentBack) sentBackRight(adjustment, added<JournalRecord>('journal'));
    const posted = added<JournalRecord>('journal').filter(({ kind }) => kind === 'adjustment');
    const lines = added<ActivityLine>('movement').filter(({ tid }) => tid.startsWith('adj_'));
    if (posted.length !== approved.length || lines.length !== approved.length)
      throw new Violation('I35', `${approved.length} approvals have ${posted.length} records, ${lines.length} lines`);
    for (const adjustment of approved) {
      postedRight(adjustment, posted, lines);
      this.#ofErased(adjustment, posted, of<Wallet>('wallet'));
    }
    for (const record of records) this.#decision(record, of<Deposit>('deposit'));
    for (const { before, after } of of<Deposit>('deposit')) this.#holds(before, after, records);
    for (const { before, after } of of<Operation>('operation'))
      if (before?.decision === undefined && after?.decision !== undefined) decided(before, after, records);
  }

  /** Returns the adjustment if this change approves it. */
  #adjustment({ before, after }: Change<Adjustment>, records: readonly AuditRecord[]): readonly Adjustment[] {
    if (after === undefined) return [];
    const { adjustmentId, userId, amountCents, state, proposedBy, decidedBy, decidedAtMs = 0, reverses } = after;
    const broken = (what: string): Violation => new Violation('I35', `${adjustmentId} ${what}`);
    if (before === undefined) {
      if (state !== 'waiting') throw broken(`begins as ${state}`);
      this.#use(proposedBy, after.createdAtMs, after);
      return [];
    }
    if (before.state === state) return [];
    if (before.state !== 'waiting') throw broken(`went from ${before.state} to ${state}`);
    if (state === 'rejected') this.#forget(after);
    const isOver = decidedAtMs >= after.openUntilMs;
    if (state === 'expired' && !isOver) throw broken(`expires ${after.openUntilMs - decidedAtMs} ms too early`);
    if (state !== 'expired' && isOver) throw broken(`is ${state} after its time`);
    if (
      state === 'expired' &&
      !records.some(({ action, about }) => action === 'expire-adjustment' && about === adjustmentId)
    )
      throw broken('expires, and no audit record says so');
    if (state !== 'approved') return [];
    if (decidedBy === undefined || decidedBy === proposedBy) throw broken('is approved by its own proposer');
    if (userId === proposedBy || userId === decidedBy) throw broken('is of an admin who decides on it');
    if (after.openUntilMs > after.createdAtMs + adjustmentLimits.lifetimeMs) throw broken('is open for too long');
    if (amountCents > adjustmentLimits.maxCents) throw broken(`is of ${amountCents}`);
    if (reverses !== undefined && this.#undone.has(reverses)) throw broken(`undoes ${reverses} once more`);
    if (reverses !== undefined) this.#undone.add(reverses);
    this.#use(decidedBy, decidedAtMs, after);
    return [after];
  }

  /**
   * Checks that of an erased account only money is adjusted that was sent back by hand: from the bank, and not what its
   * owner waived. No other account has that.
   */
  #ofErased(
    { adjustmentId, userId, direction, isSentBack }: Adjustment,
    posted: readonly JournalRecord[],
    wallets: readonly Change<Wallet>[],
  ): void {
    const waivedCents = this.#waived.get(userId);
    const isFromBank = posted.some(
      ({ cause, legs }) => cause === adjustmentId && legs.some(({ account }) => account === 'BANK:USD'),
    );
    const isOfErased = waivedCents !== undefined;
    if ((isSentBack === true) !== isOfErased || isFromBank !== isOfErased)
      throw new Violation('I35', `${adjustmentId} is sent back: ${isSentBack}, from the bank: ${isFromBank}`);
    const left = wallets.find(({ after }) => after?.userId === userId)?.after;
    if (direction === 'debit' && (left?.unclaimedCents ?? 0) < (waivedCents ?? 0))
      throw new Violation('I35', `${adjustmentId} leaves ${left?.unclaimedCents} of ${waivedCents} that were waived`);
  }

  #use(actorId: Id<'user'>, atMs: number, part: Adjustment): void {
    this.#uses.push({ actorId, atMs, part });
    const sum = this.#uses
      .filter((use) => use.actorId === actorId && use.atMs > atMs - adjustmentLimits.windowMs + skewMs)
      .reduce((total, use) => total + use.part.amountCents, 0);
    if (sum > adjustmentLimits.perAdminMaxCents) throw new Violation('I35', `${actorId} adjusts ${sum} in a day`);
  }

  #forget({ adjustmentId }: Adjustment): void {
    const at = this.#uses.findIndex(({ part }) => part.adjustmentId === adjustmentId);
    if (at >= 0) this.#uses.splice(at, 1);
  }

  #decision({ action, actorId, about, after: said }: AuditRecord, deposits: readonly Change<Deposit>[]): void {
    if (action === 'propose-deposit-decision') this.#firsts.push([about, said['creditedCents'], actorId]);
    if (action !== 'decide-deposit') return;
    const { before, after } = deposits.find((change) => change.after?.depositId === about) ?? {};
    const broken = (what: string): Violation => new Violation('I41', `the decision on ${about} ${what}`);
    if (!before || !after || after.creditedCents !== said['creditedCents'])
      throw broken(`says ${said['creditedCents']}, and ${after?.creditedCents} are credited`);
    if (actorId === after.userId) throw broken('is its owner’s own');
    const { receivedAmount = '0' } = this.#payments.invoices.get(after.depositId) ?? {};
    if (after.creditedCents > Math.round(Number(receivedAmount) * 100))
      throw broken(`credits ${after.creditedCents} of ${receivedAmount}`);
    if (['locked', 'refunding', 'refunded'].includes(String(said['state'])))
      throw broken(`is on a ${said['state']} one`);
    const isSecond = this.#firsts.some(
      ([depositId, worth, first]) => depositId === about && worth === said['creditedCents'] && first !== actorId,
    );
    const gain = spendable(after) - spendable(before);
    if (isSecond || gain <= 0) return;
    const alone = (this.#alone.get(after.depositId) ?? 0) + gain;
    this.#alone.set(after.depositId, alone);
    if (alone > aloneMaxCents) throw broken(`gives ${alone} by one admin alone`);
  }

  /** Checks that a decision stands, and is worth what it says, as long as the provider says nothing new. */
  #holds(before: Deposit | undefined, after: Deposit | undefined, records: readonly AuditRecord[]): void {
    if (after === undefined) return;
    const { depositId, decision, creditedCents } = after;
    const broken = (what: string): Violation => new Violation('I41', `the decision on ${depositId} ${what}`);
    const payment = this.#payments.invoices.get(depositId);
    const isNew = records.some(({ action, about }) => action === 'decide-deposit' && about === depositId);
    if (isNew) {
      const { state, received } = decision?.takenOn ?? {};
      const isPresent = payment?.state === state && Number(payment?.receivedAmount ?? 0) === Number(received);
      if (isPresent && payment !== undefined) this.#decidedOn.set(depositId, payment);
      else this.#decidedOn.delete(depositId);
    } else if (decision !== undefined && before?.decision === undefined) throw broken('was taken by nobody');
    if (decision !== undefined && creditedCents !== decision.targetCents)
      throw broken(`is ${decision.targetCents}, and ${creditedCents} are credited`);
    if (decision === undefined && payment !== undefined && this.#decidedOn.get(depositId) === payment)
      throw broken('is gone, although its payment has not changed');
  }
}

function sentBackRight(
  { refusedOf, adjustmentId, direction, amountCents }: Adjustment,
  posted: readonly JournalRecord[],
) {
  const legs = posted.flatMap((record) => (record.cause === refusedOf ? record.legs : []));
  const signed = direction === 'debit' ? amountCents : -amountCents;
  const on = (name: string): number | undefined => legs.find((leg) => leg.account === name)?.amountCents;
  if (legs.length !== 2 || on('SUSP:REFUSED') !== signed || on('BANK:USD') !== -signed)
    throw new Violation('I35', `${adjustmentId} is posted as ${JSON.stringify(legs)}`);
}

function postedRight(
  { adjustmentId, userId, direction, amountCents }: Adjustment,
  posted: readonly JournalRecord[],
  lines: readonly ActivityLine[],
): void {
  const own = posted.filter(({ cause }) => cause === adjustmentId);
  const legs = own.flatMap((record) => record.legs);
  // A liability that grows is a credit: what its owner gains is negative.
  const gained = -legs
    .filter(({ account }) => account.startsWith(`U:${userId}:`))
    .reduce((total, leg) => total + leg.amountCents, 0);
  const line = lines.find(({ tid }) => tid === adjustmentId);
  const isRight =
    own.length === 1 &&
    gained === (direction === 'credit' ? amountCents : -amountCents) &&
    line?.userId === userId &&
    line.direction === direction &&
    line.paidCents === amountCents;
  if (!isRight)
    throw new Violation(
      'I35',
      `${adjustmentId} gives ${gained} for ${direction} of ${amountCents}, shown: ${line?.paidCents}`,
    );
}

/** Checks the decision that an operation takes. */
function decided(before: Operation | undefined, after: Operation, records: readonly AuditRecord[]): void {
  const { operationId, userId, amountCents, feeCents, decision } = after;
  const broken = (what: string): Violation => new Violation('I41', `the decision on ${operationId} ${what}`);
  const by = new Set<string>(decision?.by);
  if (before?.state !== 'review') throw broken(`is on a ${before?.state} one`);
  if (by.has(userId)) throw broken('is its owner’s own');
  if (by.size < (amountCents + feeCents > aloneMaxCents ? 2 : 1)) throw broken(`is that of ${by.size} admins`);
  if (!records.some(({ action, about }) => action === 'decide-operation' && about === operationId))
    throw broken('has no audit record');
  if ((decision?.movedCents ?? 0) > amountCents) throw broken(`moves ${decision?.movedCents} of ${amountCents}`);
}

function spendable({ creditedCents, frozenCents }: Deposit): number {
  return creditedCents - frozenCents;
}
