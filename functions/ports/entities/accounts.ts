import type { Id } from '#shared/ids.ts';

/** A person with an account. */
export type User = {
  readonly userId: Id<'user'>;
  /** As typed, trimmed. */
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly role: 'admin' | 'user';
  /** argon2id PHC string. */
  readonly passwordHash: string;
  readonly isVerified: boolean;
  readonly isTwoFactorEnabled: boolean;
  readonly isSuspended: boolean;
  /** The issuer's id of this person; undefined until registered and verified there. */
  readonly holderId: string | undefined;
  /** The registration there, begun when the address was confirmed; undefined until then. */
  readonly registrationId?: Id<'operation'>;
  /** The hash under which `emailOwner` says whose the address is: nobody else who reads the table can work it out. */
  readonly emailHash?: string;
  /** Sessions of an older generation are dead: raised by password and e-mail changes. */
  readonly sessionGeneration: number;
  /** What the sign-up link named, whether or not it turns out to be a user. */
  readonly referredBy: string | undefined;
  /** Judged once, at e-mail verification. */
  readonly referral: { readonly isEligible: boolean; readonly reason: string | undefined } | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** Which user an e-mail address belongs to; the address itself only as a keyed hash. */
export type EmailOwner = { readonly emailHash: string; readonly userId: Id<'user'> };

/**
 * A text that a person is found by, folded so that case and accents do not matter. One for the e-mail address and two for
 * the name, written in the transaction that changes either.
 */
export type SearchTerm = { readonly term: string; readonly userId: Id<'user'> };

export type AuditedValue = boolean | number | string;

/** What an admin did to somebody: written in the transaction that did it, never changed. Holds no secret. */
export type AuditRecord = {
  readonly auditId: Id<'audit'>;
  readonly action:
    | 'suspend'
    | 'activate'
    | 'two-factor'
    | 'propose-deposit-decision'
    | 'decide-deposit'
    | 'decide-operation';
  /** Who did it, and to whom. */
  readonly actorId: Id<'user'>;
  readonly subjectId: Id<'user'>;
  /** The deposit or operation of the subject that was decided on; undefined for what concerns the account. */
  readonly about?: Id<'deposit'> | Id<'operation'>;
  /** What was changed, as it was and as it is now. */
  readonly before: Readonly<Record<string, AuditedValue>>;
  readonly after: Readonly<Record<string, AuditedValue>>;
  /** As the admin gave it; undefined when none was given. */
  readonly reason: string | undefined;
  readonly atMs: number;
};
