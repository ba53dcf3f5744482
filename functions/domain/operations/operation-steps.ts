import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Cents } from '#shared/money.ts';
import type { Cardholder, IssuerCard } from '#functions/ports/card-issuer.ts';
import type { DeclineReason, ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Write } from '#functions/ports/store.ts';
import { dayMs } from '#functions/domain/durations.ts';

/** The services that drive an operation. */
export type OperationNeeds = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer' | 'requestId'>;

/** Secrets in the memory of the request that began an operation. They are never stored, so a restart has none. */
export type TransientSecrets = { readonly pin?: string };

/** The issuer's proof that an operation happened. */
export type Evidence = {
  readonly card?: IssuerCard;
  readonly cardholder?: Cardholder;
  /** Cents that the issuer says it moved. */
  readonly movedCents?: Cents;
  /** True when the issuer reports no amount: the requested amount is then presumed. */
  readonly isPresumed?: true;
};

/** The fields of an accepted request's answer that are stored. */
export type Acceptance = Partial<Pick<Operation, 'issuerCardId' | 'holderId'>>;

/** The issuer's answer about our reference. */
export type Verdict =
  | { readonly verdict: 'happened'; readonly evidence: Evidence }
  | { readonly verdict: 'failed'; readonly reason: string }
  | { readonly verdict: 'pending' }
  /** The issuer does not know the reference, but may still learn of it within `lateEffectMs`. */
  | { readonly verdict: 'absent' }
  | { readonly verdict: 'unknown' };

/** The changes of a success: all writes beside the operation, and the operation's own changed fields. */
export type Settlement = { readonly writes: readonly Write[]; readonly changes?: Pick<Operation, 'bonusCents'> };

/** `now` or `later`: when a request may leave. `never`: why it never will, as an issuer's decline reason. */
export type Turn = 'now' | 'later' | { readonly never: DeclineReason };

/** The parts that differ between kinds of operations. One machine drives all of them: drive-operation.ts. */
export type OperationSteps = {
  /** False when the request cannot be sent (again), because it needs a secret that is not stored. */
  readonly canSubmit: (operation: Operation, secrets: TransientSecrets) => boolean;
  /**
   * Decides if a request that has not left may leave: `later` while another one has to leave before it. Without this
   * function, a request may leave at once.
   */
  readonly turnOf?: (needs: OperationNeeds, operation: Operation) => Promise<Turn>;
  /** Delay before a lost request is sent again under the same reference, in milliseconds. */
  readonly resubmitAfterMs: number;
  /** Sends the request, under the operation's id as its reference. */
  readonly submit: (
    needs: OperationNeeds,
    operation: Operation,
    secrets: TransientSecrets,
  ) => Promise<ProviderAnswer<Acceptance>>;
  /** Asks the issuer what became of the reference. */
  readonly ask: (needs: OperationNeeds, operation: Operation) => Promise<Verdict>;
  readonly settle: (
    needs: OperationNeeds,
    operation: Operation,
    evidence: Evidence,
    nowMs: number,
  ) => Promise<Settlement>;
  /** Optional work after a settlement. Nothing may depend on it: it may fail, or never be called. */
  readonly afterSettled?: (needs: OperationNeeds, operation: Operation) => Promise<void>;
  /** Returns the writes of a failure, beside those of the operation itself; absent where a failure cannot be undone. */
  readonly release?: (needs: OperationNeeds, operation: Operation, nowMs: number) => Promise<readonly Write[]>;
};

/**
 * Maximum time after which a request that was sent may still take effect at the issuer, in milliseconds. Until then,
 * "not found" and a decline of a second attempt prove nothing.
 */
export const lateEffectMs = 15 * 60_000;

/**
 * Maximum age of a stored attempt when its request leaves, in milliseconds. No request leaves later than that, so "not
 * found" is proof `lateEffectMs` after the attempt's stored time.
 */
export const sendWithinMs = 5_000;

/** Time before which the request of an operation's present attempt has to leave, in milliseconds since 1970 UTC. */
export function sendBeforeOf({ lastSubmitAtMs }: Pick<Operation, 'lastSubmitAtMs'>): number {
  return lastSubmitAtMs + sendWithinMs;
}

/**
 * Returns an operation with one more attempt counted. Once that is stored, its request may leave, and no process takes
 * the request for one that was never sent.
 */
export function withAttempt(operation: Operation, nowMs: number): Operation {
  return {
    ...operation,
    state: 'submitted',
    attempt: operation.attempt + 1,
    unresolvedAttempts: operation.unresolvedAttempts + 1,
    lastSubmitAtMs: nowMs,
    dueAtMs: nowMs + 45_000,
    updatedAtMs: nowMs,
  };
}

/** Age after which an open operation goes to review, in milliseconds. */
export const deadlineMs = dayMs;

/** Returns a new operation, ready to be stored with its hold. */
export function newOperation(
  operation: Pick<
    Operation,
    | 'operationId'
    | 'kind'
    | 'userId'
    | 'cardId'
    | 'holderId'
    | 'issuerCardId'
    | 'amountCents'
    | 'feeCents'
    | 'bonusCents'
    | 'paysDebt'
    | 'priceVersion'
    | 'startedBy'
  >,
  nowMs: number,
): Operation {
  return {
    ...operation,
    state: 'reserved',
    attempt: 0,
    unresolvedAttempts: 0,
    lastSubmitAtMs: 0,
    isAccepted: false,
    isDeclined: false,
    notBeforeMs: 0,
    reason: undefined,
    // The request that stores the operation drives it at once; the sweeper only takes over if that process has died.
    dueAtMs: nowMs + 45_000,
    deadlineMs: nowMs + deadlineMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  };
}
