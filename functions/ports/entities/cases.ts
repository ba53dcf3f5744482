import type { CaseReason, CaseState } from '#shared/contract/cases.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';

/** The states of a case that is not closed. */
export type OpenCaseState = Exclude<CaseState, 'closed'>;

/** A payment that a cardholder reported. The facts of the payment are copied, so that a case is readable alone. */
export type Case = {
  readonly caseId: Id<'case'>;
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'>;
  readonly cardName: string;
  readonly last4Digits: string;
  /** The number of the payment in the card's history. */
  readonly lineNumber: number;
  readonly reference: string;
  readonly merchant: string;
  readonly amountCents: Cents;
  /** The part that came back, as far as it is known. */
  readonly refundedCents: Cents;
  readonly paidAtMs: number;
  readonly reason: CaseReason;
  readonly state: CaseState;
  /** When it entered its state. */
  readonly sinceMs: number;
  /** Closed by staff, or because the payment came back; absent while it is open. */
  readonly closedBy?: 'support' | 'refund' | undefined;
  /** The words of staff who closed it, for the cardholder. */
  readonly closingReason?: string | undefined;
  readonly messageCount: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** A message of a case, numbered from 1. Holds no card number: such a text is refused. */
export type CaseMessage = {
  readonly caseId: Id<'case'>;
  readonly number: number;
  readonly from: 'cardholder' | 'support';
  readonly authorId: Id<'user'>;
  readonly text: string;
  readonly atMs: number;
};

/** A person's open cases: every opening and closing writes it, so the limits hold in the write. */
export type OpenCases = {
  readonly userId: Id<'user'>;
  readonly open: readonly {
    readonly caseId: Id<'case'>;
    readonly cardId: Id<'card'>;
    readonly lineNumber: number;
    /** Every reference that the issuer has for the payment. */
    readonly references: readonly string[];
  }[];
  readonly version: number;
};
