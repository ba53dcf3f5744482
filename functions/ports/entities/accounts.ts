import type { StaffRole } from '#shared/contract/staff.ts';
import type { Id } from '#shared/ids.ts';
import type { FactorMethod, FactorReset } from './factors.ts';

/** A person with an account. */
export type User = {
  readonly userId: Id<'user'>;
  /** As typed, trimmed. */
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly role: 'admin' | 'user';
  /** Role of an admin; undefined for others, and for admins from before such roles existed, who may do everything. */
  readonly staffRole?: StaffRole | undefined;
  /** argon2id PHC string. */
  readonly passwordHash: string;
  readonly isVerified: boolean;
  readonly isTwoFactorEnabled: boolean;
  readonly isSuspended: boolean;
  /**
   * Ways to prove presence beside password and mail: a copy from `Factors`, written together with it. Undefined while
   * no app and no passkey is on.
   */
  readonly factors?: readonly FactorMethod[] | undefined;
  /** The reset of the factors that admins ordered; undefined while there is none. An unapproved one expires. */
  readonly factorReset?: FactorReset | undefined;
  /** The issuer's id of this person; undefined until registered and verified there. */
  readonly holderId: string | undefined;
  /** The registration at the issuer, begun when the address was confirmed; undefined until then. */
  readonly registrationId?: Id<'operation'>;
  /**
   * The issuer's ids of registrations that it accepted and that failed later. Each is a record with the person's name and
   * address, which an erasure has deleted too.
   */
  readonly formerHolderIds?: readonly string[] | undefined;
  /**
   * The keyed hash under which `emailOwner` names the address's owner: nobody can compute it from the table alone.
   * Absent in older accounts, and in erased ones.
   */
  readonly emailHash?: string | undefined;
  /** Changes of the address that a mail to the old one can undo, oldest first. */
  readonly emailChanges?: readonly EmailChange[] | undefined;
  /** True after a change of the address was undone: no sign-in and no call until the password is reset. */
  readonly isLockedUntilReset?: boolean | undefined;
  /** When the person locked everything; undefined while nothing is locked. */
  readonly lockedAtMs?: number | undefined;
  /** When the person closed the account; undefined while it is open. A sign-in ends it. */
  readonly closedAtMs?: number | undefined;
  /** When address, names and factors were erased. The item stays only because the books refer to it. */
  readonly erasedAtMs?: number | undefined;
  /** When the codes by e-mail were last switched off; undefined while they are on. */
  readonly twoFactorOffAtMs?: number | undefined;
  /** True until the first sign-in, which is not reported as one from a new device. */
  readonly hasNeverSignedIn?: boolean | undefined;
  /** Why no mail is sent to the address any more, and since when; undefined while mails arrive. */
  readonly mailReturned?: { readonly reason: 'bounce' | 'complaint'; readonly atMs: number } | undefined;
  /** Sessions of an older generation are dead: raised by password and e-mail changes, and by ending all others. */
  readonly sessionGeneration: number;
  /** The referrer that the sign-up link named, unchecked. */
  readonly referredBy: string | undefined;
  /**
   * Keyed hash of the network that the sign-up came from: /24 of IPv4, /48 of IPv6. Undefined for a local one, and in
   * accounts from before it was noted.
   */
  readonly signUpNetwork?: string | undefined;
  /** Judged once, at e-mail verification. */
  readonly referral: { readonly isEligible: boolean; readonly reason: string | undefined } | undefined;
  /** The version of the terms that was accepted last, and when; absent in accounts from before it was noted. */
  readonly termsVersion?: string | undefined;
  readonly termsAcceptedAtMs?: number | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** A change of an account's address that a mail to the old address can undo. */
export type EmailChange = {
  /** Keyed hash of the token that was mailed to the old address. */
  readonly codeHash: string;
  /** Random name from which the keys derive that token; undefined in changes from before it was derived. */
  readonly undoId?: string;
  /** When the mail to the old address is to be sent; undefined once it was. */
  readonly mailDueAtMs?: number | undefined;
  /** The old address, which is reserved until `untilMs`. */
  readonly email: string;
  readonly emailHash: string;
  /** True when codes by e-mail were on before the change. */
  readonly isTwoFactorEnabled: boolean;
  readonly atMs: number;
  /** 0 for an address that an undo took away: nothing takes it back, and the change goes once its mail was sent. */
  readonly untilMs: number;
};

/** An address that an account gave up a short while ago: nobody else may take it, and the account may get it back. */
export type EmailReservation = {
  readonly emailHash: string;
  readonly userId: Id<'user'>;
  readonly expiresAtMs: number;
};

/** Which user an e-mail address belongs to; the address itself only as a keyed hash. */
export type EmailOwner = { readonly emailHash: string; readonly userId: Id<'user'> };

/**
 * A text that a person is found by, folded so that case and accents do not matter. One for the e-mail address and two
 * for the name, written in the transaction that changes either.
 */
export type SearchTerm = { readonly term: string; readonly userId: Id<'user'> };
