import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Cents } from '#shared/money.ts';
import type { Cardholder, IssuerCard } from '#functions/ports/card-issuer.ts';
import type { DeclineReason, ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Write } from '#functions/ports/store.ts';

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
  /** It says that it moved something, and not how much: what was asked for is taken for it. */
  readonly isPresumed?: true;
};

/** The fields of an accepted request's answer that are stored. */
export type Acceptance = Partial<Pick<Operation, 'issuerCardId' | 'holderId'>>;

/** The issuer's answer about our reference. */
export type Verdict =
  | { readonly verdict: 'happened'; readonly evidence: Evidence }
  | { readonly verdict: 'failed'; readonly reason: string }
  | { readonly verdict: 'pending' }
  /** It does not know the reference: it may still come to know it, within `lateEffectMs`. */
  | { readonly verdict: 'absent' }
  | { readonly verdict: 'unknown' };

/** The changes of a success: all writes beside the operation, and the operation's own changed fields. */
export type Settlement = { readonly writes: readonly Write[]; readonly changes?: Pick<Operation, 'bonusCents'> };

/** When a request may leave; or why it never will, as an issuer would decline it. */
export type Turn = 'now' | 'later' | { readonly never: DeclineReason };

/** The parts that differ between kinds of operations. One machine drives all of them: drive-operation.ts. */
export type OperationSteps = {
  /** False when this request cannot be sent (again): what it takes is not stored. */
  readonly canSubmit: (operation: Operation, secrets: TransientSecrets) => boolean;
  /** Decides if a request that has not left may leave: later while another one has to leave before it; absent: now. */
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
  /** Everything beside the operation itself that its failure changes; absent where there is no way back. */
  readonly release?: (needs: OperationNeeds, operation: Operation, nowMs: number) => Promise<readonly Write[]>;
};

/**
 * The longest time after which a request that was sent may still take effect at the issuer, in milliseconds. Until it
 * has passed, "not found" and a decline of a second attempt prove nothing.
 */
export const lateEffectMs = 15 * 60_000;

/**
 * Maximum age of a stored attempt when its request leaves, in milliseconds. With it "not found" is proof after
 * `lateEffectMs`, counted from the stored time: no request can begin its way later than that.
 */
export const sendWithinMs = 5_000;

/** Time before which the request of an operation's present attempt has to leave, in milliseconds since 1970 UTC. */
export function sendBeforeOf({ lastSubmitAtMs }: Pick<Operation, 'lastSubmitAtMs'>): number {
  return lastSubmitAtMs + sendWithinMs;
}

/** An operation whose next request may leave once this is stored: from then on nobody takes it for one that was never sent. */
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
export const deadlineMs = 24 * 60 * 60_000;

/** A new operation, ready to be stored with its hold. */
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
    // The request that stores it drives it at once; the sweeper only comes when that has died.
    dueAtMs: nowMs + 45_000,
    deadlineMs: nowMs + deadlineMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  };
}
