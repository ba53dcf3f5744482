import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';

/** A closed account: until when its owner may return, and how far its erasure is. Removed by a return. */
export type Closing = {
  readonly userId: Id<'user'>;
  readonly closedAtMs: number;
  /** The balance that the owner waived. What is unclaimed beyond it came later. */
  readonly waivedCents: Cents;
  /** When the personal data is erased, or the erasure is carried on; undefined once all of it is gone. */
  readonly dueAtMs: number | undefined;
  /** When the erasure began: from then on nobody returns. */
  readonly erasedAtMs: number | undefined;
  /**
   * The deletion of the cardholder record at the card issuer; absent before the erasure began, and in erasures from
   * before the issuer was called.
   */
  readonly holder?: CardholderDeletion;
  readonly version: number;
};

/** The state of a deletion at the card issuer. */
export type CardholderDeletion = {
  /** When the issuer is called next; undefined once it has no record. */
  readonly dueAtMs: number | undefined;
  readonly attempts: number;
  /** Refusals in a row. */
  readonly refusals: number;
};

/** An erasure, in a table of its own: when a restored backup brings erased people back, this list erases them again. */
export type Erasure = {
  readonly userId: Id<'user'>;
  /** As `FormerMailbox` has it. */
  readonly mailboxHash: string;
  readonly erasedAtMs: number;
};

/** A mailbox that once had an account: no reward is earned for its next one. Nothing but a keyed hash of it is known. */
export type FormerMailbox = { readonly mailboxHash: string; readonly atMs: number };
