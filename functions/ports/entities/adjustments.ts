import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';

/** A correction of a person's balance that one admin proposes and another one approves. */
export type Adjustment = {
  readonly adjustmentId: Id<'adjustment'>;
  /** The person whose balance it corrects. */
  readonly userId: Id<'user'>;
  /** `credit` adds to the balance, debts first; `debit` takes from it. */
  readonly direction: 'credit' | 'debit';
  readonly amountCents: Cents;
  readonly reason: string;
  /** The ticket, deposit, operation or page that it is about. */
  readonly link: string | undefined;
  /** True for late money of an erased account, and for refused money, that was sent back by hand: the bank paid it. */
  readonly isSentBack?: true | undefined;
  /** The deposit whose refused money was sent back by hand: the adjustment leaves the balance alone. */
  readonly refusedOf?: Id<'deposit'> | undefined;
  /** The approved adjustment that this one undoes. */
  readonly reverses?: Id<'adjustment'> | undefined;
  /** The approved adjustment that undid this one. */
  readonly reversedBy?: Id<'adjustment'> | undefined;
  /** The last proposal to undo this one, approved or not. While it waits, no other can be made. */
  readonly lastReversal?: Id<'adjustment'> | undefined;
  /** One that is `waiting` after `openUntilMs` counts as expired: an hourly job stores `expired`. */
  readonly state: 'waiting' | 'approved' | 'rejected' | 'expired';
  readonly proposedBy: Id<'user'>;
  readonly createdAtMs: number;
  /** When it can no longer be approved. The item stays. */
  readonly openUntilMs: number;
  readonly decidedBy?: Id<'user'> | undefined;
  readonly decidedAtMs?: number | undefined;
  readonly version: number;
};

/** The adjustments that one admin proposed and approved in the last 24 hours: a limit counts them. */
export type AdjustmentBudget = {
  /** The admin. */
  readonly userId: Id<'user'>;
  readonly uses: readonly {
    readonly adjustmentId: Id<'adjustment'>;
    readonly amountCents: Cents;
    readonly atMs: number;
  }[];
  readonly version: number;
};
