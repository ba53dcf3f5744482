import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { DeclineReason } from '../provider-answer.ts';
import type { ActivityLine } from './books.ts';

/** Kinds of operations at the issuer. */
export type OperationKind = 'card_creation' | 'card_load' | 'card_withdrawal' | 'card_closing' | 'holder_registration';

/** `reserved → submitted → settled | released`; `review` keeps what is held until a person decides. */
export type OperationState = 'reserved' | 'submitted' | 'settled' | 'released' | 'review';

/** The outcome of an operation at the issuer, by a person's decision or by the issuer's report against it. */
export type Conclusion = {
  readonly outcome: 'happened' | 'never';
  /** The moved amount; 0 for an operation that never happened. */
  readonly movedCents: Cents;
  readonly atMs: number;
};

/** The fields of an order's activity line that cannot be derived from the operation. */
export type UnlistedLine = Pick<
  ActivityLine,
  'email' | 'description' | 'sequence' | 'balanceAfterCents' | 'claimedBy' | 'createdAtMs'
>;

/**
 * A money movement through the issuer: intent and hold are stored first, then the call is made, then its outcome
 * stored.
 */
export type Operation = {
  readonly operationId: Id<'operation'>;
  readonly kind: OperationKind;
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'> | undefined;
  readonly holderId: string | undefined;
  readonly issuerCardId: string | undefined;
  /** The amount that lands on (or leaves) the card. */
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  /** The version of the prices that it was ordered at; absent in orders without a price, and in older items. */
  readonly priceVersion?: number;
  /** A bonus that came to the balance with this operation: held with it, or brought when it settled. */
  readonly bonusCents: Cents;
  /** True for a withdrawal that pays the debt for which its card is frozen. */
  readonly paysDebt?: boolean;
  /** Reference of the purchase that started this auto-load; absent on what a person asked for. */
  readonly startedBy?: string;
  /** True for a closing whose amount was credited in the write that made it; absent in older closings. */
  readonly isCredited?: true;
  readonly state: OperationState;
  /** Fencing counter: raised in the table before each request leaves. */
  readonly attempt: number;
  /** Attempts whose outcome at the issuer nobody knows yet. */
  readonly unresolvedAttempts: number;
  readonly lastSubmitAtMs: number;
  /** True: the issuer accepted an attempt, whose outcome has to be read. */
  readonly isAccepted: boolean;
  /** The issuer declined the last attempt, but an earlier one is unresolved: wait, ask, never submit again. */
  readonly isDeclined: boolean;
  /** Not to be submitted before: the issuer's rate limit said so. */
  readonly notBeforeMs: number;
  /** Why it was released, waits or is under review, in words for the cardholder. */
  readonly reason: string | undefined;
  /** Why the issuer declined it, where it named a reason. */
  readonly declineReason?: DeclineReason;
  /** When staff last asked the issuer about it in review without getting an outcome; absent before. */
  readonly lastAsk?: { readonly atMs: number; readonly verdict: 'pending' | 'unknown' };
  /** When its review began; absent before, and in items from before it was noted. */
  readonly reviewedAtMs?: number;
  /** A decision of one admin that waits for the same decision of another. */
  readonly proposal?: (Conclusion & { readonly by: Id<'user'>; readonly reason: string }) | undefined;
  /** The decision of a person, and the admins who took it, while the issuer had no answer. */
  readonly decision?: Conclusion & { readonly by: readonly Id<'user'>[] };
  /** The issuer's later report against the decision, once that is posted. There is one at most. */
  readonly correction?: Conclusion;
  /**
   * When the issuer first showed a card that must not exist by the decision. It is closed there; no balance changes.
   */
  readonly contradictedAtMs?: number;
  /**
   * Its activity line while the list does not have it yet. The request that drives the operation stores the line at the
   * end, or when it leaves the operation to the sweeper. Absent from then on, and in operations that no request drives.
   */
  readonly line?: UnlistedLine | undefined;
  /**
   * When the sweeper next works on it; undefined once it is terminal and the issuer is asked about no decision any
   * more.
   */
  readonly dueAtMs: number | undefined;
  readonly deadlineMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** An `Idempotency-Key` that was used, written in the same transaction as its effect, or with the refusal. */
export type Claim = {
  readonly userId: Id<'user'>;
  readonly routeId: string;
  readonly keyHash: string;
  readonly requestHash: string;
  /** The operation, deposit or payout that it made; undefined when the request was refused before it made one. */
  readonly subjectId: string | undefined;
  /** The first answer, once given. Never holds a secret. */
  readonly response: { readonly status: number; readonly body: string } | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};
