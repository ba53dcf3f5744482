import type { Id } from '#shared/ids.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { release, settle } from './conclude-operation.ts';
import { rereadFloat } from '#functions/domain/float/read-float.ts';
import { askAfterDecision, nextDoubtAtMs } from './correct-operation.ts';
import { askInReview, beginReview, nextReviewAtMs } from './review-operation.ts';
import { pendingLine } from './operation-end.ts';
import { stepsOf } from './steps-of.ts';
import {
  lateEffectMs,
  sendBeforeOf,
  withAttempt,
  type Acceptance,
  type TransientSecrets,
  type OperationNeeds,
  type OperationSteps,
} from './operation-steps.ts';
import { debtNotTaken, wordsFor } from './decline-words.ts';

/** Delay before a hold is released because the request's PIN was lost with its process, in milliseconds. */
const interruptedAfterMs = 60_000;

/**
 * Delays before a load checks again whether it is its turn, in milliseconds: `queuedPollMs` for a driver,
 * `queuedEveryMs` for the sweeper.
 */
const queuedPollMs = 1_000;
const queuedEveryMs = 60_000;

/** Delay before the sweeper drives an operation again, in milliseconds, by the operation's age. */
const backOff: readonly (readonly [ageMs: number, waitMs: number])[] = [
  [30_000, 5_000],
  [2 * 60_000, 20_000],
  [10 * 60_000, 60_000],
  [hourMs, 5 * 60_000],
  [Infinity, 15 * 60_000],
];

/**
 * Drives an operation as far as it goes until `untilMs`, and returns it. Any number of processes may drive the same
 * one: every transition is conditional on the version it was decided on, and a request only leaves after its attempt is
 * counted in the table.
 */
export async function driveOperation(
  needs: OperationNeeds,
  operationId: Id<'operation'>,
  options: {
    readonly untilMs: number;
    readonly secrets?: TransientSecrets;
    /**
     * True for the process that has just stored the operation with its first attempt counted: it sends that request.
     */
    readonly hasStored?: boolean;
  },
): Promise<Operation> {
  const { clock, random, store } = needs;
  for (let round = 1; ; round += 1) {
    const operation = await store.get('operation', { operationId });
    if (!operation) throw new Error(`no such operation: ${operationId}`);
    if (isTerminal(operation) && !isDoubted(operation)) return operation;
    let waitMs: number | undefined;
    try {
      const isUnsent = options.hasStored === true && round === 1 && operation.version === 1 && operation.attempt === 1;
      waitMs = await (isUnsent ? send : step)(needs, operation, options.secrets ?? {});
    } catch (thrown) {
      if (!(thrown instanceof WriteConflict)) throw thrown;
      // Another process changed the operation, or its wallet: read again.
      waitMs = random.below(50 + 20 * Math.min(round, 10));
    }
    if (clock.now() + waitMs > options.untilMs) return postpone(needs, operationId);
    if (waitMs > 0) await clock.sleep(waitMs);
  }
}

/** True for an operation that has ended. Afterwards, only a correction of a person's decision can be posted. */
export function isTerminal(operation: Pick<Operation, 'state'>): boolean {
  return operation.state === 'settled' || operation.state === 'released';
}

/** True while the issuer is still asked about an operation that a person decided on. */
export function isDoubted({ state, decision, dueAtMs }: Operation): boolean {
  return decision !== undefined && dueAtMs !== undefined && isTerminal({ state });
}

/** Makes one transition. Returns the delay before the next is worth trying, in milliseconds. */
async function step(needs: OperationNeeds, operation: Operation, secrets: TransientSecrets): Promise<number> {
  const nowMs = needs.clock.now();
  const steps = stepsOf(operation.kind);
  if (isDoubted(operation)) return (await askAfterDecision(needs, operation)) === 'unknown' ? Infinity : 0;
  if (operation.state === 'review') return (await askInReview(needs, operation)) === 'ended' ? 0 : Infinity;
  if (nowMs > operation.deadlineMs) {
    const isUntouched = operation.unresolvedAttempts === 0 && !operation.isAccepted;
    if (!isUntouched) return beginReview(needs, operation);
    return giveUp(needs, steps, operation, 'The card issuer could not be reached for a day. Nothing was charged.');
  }
  if (operation.state === 'submitted') return inquire(needs, steps, operation, secrets);
  if (operation.notBeforeMs > nowMs) return operation.notBeforeMs - nowMs;
  const turn = (await steps.turnOf?.(needs, operation)) ?? 'now';
  if (turn === 'later') return queuedPollMs;
  if (turn !== 'now') {
    const declined = { ...operation, declineReason: turn.never };
    return giveUp(needs, steps, declined, wordsFor(turn.never, operation));
  }
  if (steps.canSubmit(operation, secrets)) return submit(needs, operation, secrets);
  if (nowMs < operation.createdAtMs + interruptedAfterMs) return interruptedAfterMs;
  return giveUp(needs, steps, operation, 'It was interrupted before it began. Nothing was charged; please try again.');
}

/** Releases an operation that failed. One that cannot be released goes to review instead. */
function giveUp(needs: OperationNeeds, steps: OperationSteps, operation: Operation, reason: string): Promise<number> {
  return steps.release ? release(needs, steps, operation, reason) : beginReview(needs, operation);
}

const tooLate = { outcome: 'not_processed', retryAfterMs: 0, detail: 'not sent: counted too long ago' } as const;

/**
 * Counts the attempt in the table, then sends the request: another process that read the older count can no longer
 * release the hold.
 */
async function submit(needs: OperationNeeds, operation: Operation, secrets: TransientSecrets): Promise<number> {
  const counted = withAttempt(operation, needs.clock.now());
  await needs.store.commit([update('operation', operation, counted)]);
  return send(needs, { ...counted, version: operation.version + 1 }, secrets);
}

/** Sends the request of the attempt that was just counted. */
async function send(needs: OperationNeeds, submitted: Operation, secrets: TransientSecrets): Promise<number> {
  const steps = stepsOf(submitted.kind);
  // The table may have answered late, or this process was frozen. Other processes count from the attempt's stored time,
  // so a late request must not leave.
  const isTooLate = needs.clock.now() >= sendBeforeOf(submitted);
  const answer = isTooLate ? tooLate : await steps.submit(needs, submitted, secrets);
  const waitMs = await settleAttempt(needs, steps, submitted, answer);
  if (answer.outcome === 'declined' && answer.reason === 'insufficient_float') await rereadFloat(needs);
  return waitMs;
}

/**
 * Stores the outcome of the attempt that was just made, and acts on it. Returns the delay before the next step, in
 * milliseconds.
 */
async function settleAttempt(
  needs: OperationNeeds,
  steps: OperationSteps,
  operation: Operation,
  answer: ProviderAnswer<Acceptance>,
): Promise<number> {
  const { store, clock, log } = needs;
  const nowMs = clock.now();
  const resolved = { unresolvedAttempts: operation.unresolvedAttempts - 1, updatedAtMs: nowMs };
  // The hold can be decided on only when no other attempt is open.
  const isAlone = resolved.unresolvedAttempts === 0 && !operation.isAccepted;
  const facts = { operationId: operation.operationId, kind: operation.kind, attempt: operation.attempt };
  switch (answer.outcome) {
    case 'success': {
      // The issuer is asked before the acceptance is stored, because an end stores both at once. A process that dies in
      // between leaves an open attempt, which is asked about too.
      const accepted: Operation = { ...operation, ...resolved, ...answer.value, isAccepted: true };
      const found = await steps.ask(needs, accepted);
      if (found.verdict === 'happened') return settle(needs, steps, accepted, found.evidence);
      await store.commit([update('operation', operation, accepted)]);
      return found.verdict === 'failed' ? 0 : pollAfterMs(accepted, clock.now());
    }
    case 'declined': {
      log.warn('issuer declined', { ...facts, reason: answer.reason, detail: answer.detail });
      if (answer.reason === 'duplicate_reference') {
        // The issuer knows our reference, so an earlier request arrived. Its outcome is still to be asked for.
        await store.commit([update('operation', operation, { ...resolved, isAccepted: true })]);
        return 0;
      }
      const reason = wordsFor(answer.reason, operation);
      const declined = { ...resolved, declineReason: answer.reason };
      // A vague reason proves little: the issuer may have done what it refused.
      const isVague = answer.reason === 'rejected' || answer.reason === 'card_frozen';
      const seen = isAlone && isVague ? (await steps.ask(needs, operation)).verdict : 'absent';
      if (seen === 'happened' || seen === 'pending') {
        log.error('issuer did what it refused', facts);
        await store.commit([update('operation', operation, { ...resolved, isAccepted: true })]);
        return 0;
      }
      if (isAlone && seen !== 'unknown') return giveUp(needs, steps, { ...operation, ...declined }, reason);
      await store.commit([update('operation', operation, { ...declined, isDeclined: true, reason })]);
      return 0;
    }
    case 'not_processed': {
      log.warn('issuer not ready', { ...facts, detail: answer.detail, retryAfterMs: answer.retryAfterMs });
      const notBeforeMs = nowMs + answer.retryAfterMs;
      await store.commit([
        update('operation', operation, {
          ...resolved,
          ...(isAlone ? { state: 'reserved', notBeforeMs, dueAtMs: notBeforeMs } : { dueAtMs: notBeforeMs }),
          reason: 'The card issuer is busy. We’ll complete this as soon as it allows.',
        }),
      ]);
      return answer.retryAfterMs;
    }
    case 'unknown':
      log.warn('issuer outcome unknown', { ...facts, detail: answer.detail });
      return 1_000;
    case 'fault': {
      // Our own mistake: nothing happened, what is held stays held, and an operator has to look.
      log.error('issuer refused our request', { ...facts, detail: answer.detail });
      const notBeforeMs = nowMs + 15 * 60_000;
      await store.commit([
        update('operation', operation, {
          ...resolved,
          ...(isAlone ? { state: 'reserved', notBeforeMs } : {}),
          dueAtMs: notBeforeMs,
          reason: 'This is taking longer than usual. Our team is looking into it.',
        }),
      ]);
      return 15 * 60_000;
    }
  }
}

/** Asks the issuer about our reference and acts on the answer. */
async function inquire(
  needs: OperationNeeds,
  steps: OperationSteps,
  operation: Operation,
  secrets: TransientSecrets,
): Promise<number> {
  const { clock, log } = needs;
  // An answer is as old as its question. If the process was frozen in between, absence proves nothing about later
  // times.
  const askedAtMs = clock.now();
  const found = await steps.ask(needs, operation);
  const nowMs = clock.now();
  switch (found.verdict) {
    case 'happened':
      return settle(needs, steps, operation, found.evidence);
    case 'failed':
      log.warn('issuer failed it', { operationId: operation.operationId, detail: found.reason });
      return giveUp(
        needs,
        steps,
        operation,
        operation.paysDebt === true ? debtNotTaken : 'The card issuer did not carry it out. Nothing was charged.',
      );
    case 'absent':
      if (askedAtMs > operation.lastSubmitAtMs + lateEffectMs && !steps.canSubmit(operation, secrets)) {
        return giveUp(
          needs,
          steps,
          operation,
          operation.reason ?? 'The card issuer never received it. Nothing was charged.',
        );
      }
      if (operation.isDeclined) {
        if (askedAtMs <= operation.lastSubmitAtMs + lateEffectMs)
          return Math.max(0, operation.lastSubmitAtMs + lateEffectMs - nowMs) + 1;
        return giveUp(needs, steps, operation, operation.reason ?? 'The card issuer declined it. Nothing was charged.');
      }
      if (nowMs >= operation.lastSubmitAtMs + steps.resubmitAfterMs && steps.canSubmit(operation, secrets)) {
        // Sent under the same reference: if the lost request arrives after all, the issuer treats both as one.
        return submit(needs, operation, secrets);
      }
      return pollAfterMs(operation, nowMs);
    case 'pending':
    case 'unknown':
      return pollAfterMs(operation, nowMs);
  }
}

/** Returns the delay before the issuer is asked again, in milliseconds: short at first, because a person waits. */
function pollAfterMs(operation: Operation, nowMs: number): number {
  const ageMs = nowMs - operation.lastSubmitAtMs;
  return ageMs < 2_000 ? 250 : ageMs < 10_000 ? 1_000 : 10_000;
}

/** Leaves an open operation to the sweeper, later the older it is, and lists it as pending if it is not yet. */
async function postpone(needs: OperationNeeds, operationId: Id<'operation'>): Promise<Operation> {
  const { store, clock } = needs;
  const operation = await store.get('operation', { operationId });
  if (!operation) throw new Error(`no such operation: ${operationId}`);
  const nowMs = clock.now();
  const isOver = isTerminal(operation) && !isDoubted(operation);
  const { line, dueAtMs: plannedMs } = operation;
  const isPlanned = (plannedMs ?? Infinity) > nowMs + 1_000;
  if (isOver || (isPlanned && line === undefined)) return operation;
  const dueAtMs = isPlanned ? plannedMs : nextDueAtMs(operation, nowMs);
  // Only operations whose review began before such dates were stored lack the date.
  const isUndated = operation.state === 'review' && operation.reviewedAtMs === undefined;
  const changes = { dueAtMs, line: undefined, ...(isUndated ? { reviewedAtMs: operation.updatedAtMs } : {}) };
  try {
    await store.commit([
      update('operation', operation, changes),
      // No request waits for the operation any more: from now on its owner sees it in the list.
      ...(line ? [insert('movement', pendingLine(operation, line))] : []),
    ]);
  } catch (thrown) {
    // Another process drives the operation, so it is not abandoned.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
  return operation;
}

function nextDueAtMs(operation: Operation, nowMs: number): number | undefined {
  if (isDoubted(operation)) return nextDoubtAtMs(operation, nowMs);
  return operation.state === 'review' ? nextReviewAtMs(operation, nowMs) : nextDriveAtMs(operation, nowMs);
}

function nextDriveAtMs({ kind, createdAtMs, state, notBeforeMs }: Operation, nowMs: number): number {
  const ageMs = nowMs - createdAtMs;
  const [, waitMs] = backOff.find(([untilAgeMs]) => ageMs < untilAgeMs) ?? [0, 15 * 60_000];
  // A load that waits for its turn only reads the table, so it may check more often.
  const isQueued = kind === 'card_load' && state === 'reserved';
  return Math.max(
    nowMs + (isQueued ? Math.min(waitMs, queuedEveryMs) : waitMs),
    state === 'reserved' ? notBeforeMs : 0,
  );
}
