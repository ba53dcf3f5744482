import type { Id } from '#shared/ids.ts';

/** A way to prove presence, beside password and mail. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery_code';

type AnyFactor = {
  readonly addedAtMs: number;
  /**
   * When it was removed; undefined while it counts. A removed factor is kept for as long as undoing a change of the
   * email address may restore it.
   */
  readonly removedAtMs?: number | undefined;
};

/** An authenticator app. */
export type TotpFactor = AnyFactor & {
  readonly kind: 'totp';
  /** The secret in base32, encrypted by the keys. */
  readonly encryptedSecret: string;
  /** Steps of thirty seconds, counted from 1970, whose code was accepted and could still be repeated. */
  readonly usedSteps: readonly number[];
};

/** A passkey. */
export type PasskeyFactor = AnyFactor & {
  readonly kind: 'passkey';
  readonly passkeyId: Id<'passkey'>;
  /** The authenticator's own id of it, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Uses as the authenticator counts them; 0 from those that do not. */
  readonly signCount: number;
  /** The authenticator's transports, as it reported them. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly lastUsedAtMs: number | undefined;
};

/** A set of recovery codes. */
export type RecoveryFactor = AnyFactor & {
  readonly kind: 'recovery';
  /** Keyed hashes of the codes that were not used yet. */
  readonly codeHashes: readonly string[];
};

/** Anything that an account is protected by beside its password. */
export type Factor = TotpFactor | PasskeyFactor | RecoveryFactor;

/** The factors of a person. */
export type Factors = {
  readonly userId: Id<'user'>;
  /** Oldest first, recently removed ones included. */
  readonly all: readonly Factor[];
  /** An app whose first code is awaited. It does not count as a factor yet. */
  readonly pendingTotp?: PendingTotp | undefined;
  readonly version: number;
};

/** The secret of an app that was shown and waits for a first code. */
export type PendingTotp = {
  readonly encryptedSecret: string;
  /** The session that it was shown in: no other may confirm it. */
  readonly sessionId: Id<'session'>;
  readonly expiresAtMs: number;
};

/** An order to remove all factors of an owner who lost them. It has no effect before a second admin approved it. */
export type FactorReset = {
  readonly proposedBy: Id<'user'>;
  readonly proposedAtMs: number;
  /** The proposer's own words, for staff. */
  readonly reason: string;
  readonly approval?: FactorResetApproval | undefined;
};

/** The approval of a reset by the second admin. */
export type FactorResetApproval = {
  readonly approvedBy: Id<'user'>;
  readonly executesAtMs: number;
  /** Names this reset. The token of the mailed link is derived from it, so that each mail has the same one. */
  readonly cancelId: string;
  /** When the next mail is due, or the reset itself. */
  readonly dueAtMs: number;
  /** When the factors were removed; the mail about it is due from then on. */
  readonly doneAtMs?: number | undefined;
  /** When the reset was canceled; the mail about it is due from then on. Never set together with `doneAtMs`. */
  readonly canceledAtMs?: number | undefined;
};
