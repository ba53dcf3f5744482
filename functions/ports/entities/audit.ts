import type { AuditKind } from '#shared/contract/audit.ts';
import type { Id } from '#shared/ids.ts';

/** A value as an audit record holds it. */
export type AuditedValue = boolean | number | string;

/** An audit record: written in the transaction of what it records, never edited. Holds no secret. */
export type AuditRecord = {
  readonly auditId: Id<'audit'>;
  readonly action: AuditKind;
  /** The person who did it. A command without an admin was started by an operator; `system` is the product itself. */
  readonly actorId: Id<'user'> | 'command-line' | 'system';
  /** The person concerned; `platform` when it concerns no single person. */
  readonly subjectId: Id<'user'> | 'platform';
  /**
   * The deposit or operation that was decided on, the card that was shown, the case, the break, the adjustment, or the
   * payout or top-up; undefined for the account.
   */
  readonly about?:
    | Id<'deposit'>
    | Id<'operation'>
    | Id<'card'>
    | Id<'case'>
    | Id<'ticket'>
    | Id<'adjustment'>
    | Id<'treasury'>;
  /** The changed fields, before and after, but for those in people's own words. */
  readonly before: Readonly<Record<string, AuditedValue>>;
  readonly after: Readonly<Record<string, AuditedValue>>;
  /** The admin's words when no single person is concerned, and in records older than `AuditWords`; else undefined. */
  readonly reason: string | undefined;
  /** True when its words are stored as `AuditWords`; absent for a record without any. */
  readonly hasWords?: true;
  /** The request that did it; undefined for a command or a job, and in records from before it was noted. */
  readonly requestId?: string | undefined;
  readonly atMs: number;
};

/**
 * The words of people in an audit record about a person. They are kept apart from the record, which is never changed,
 * so that an erasure of the person can remove them.
 */
export type AuditWords = {
  readonly auditId: Id<'audit'>;
  readonly subjectId: Id<'user'>;
  /** As the admin gave it; undefined when none was given. */
  readonly reason: string | undefined;
  /** The changed fields that are in a person's own words, before and after. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
};

/** The records to list: those of a subject, of an actor, or all. */
export type AuditList =
  | { readonly of: 'subject'; readonly subjectId: AuditRecord['subjectId'] }
  | { readonly of: 'actor'; readonly actorId: AuditRecord['actorId'] }
  | { readonly of: 'all' };
