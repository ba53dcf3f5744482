import type { Id } from '#shared/ids.ts';

/** A way to prove to be there, beside password and mail. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery_code';

type AnyFactor = {
  readonly addedAtMs: number;
  /**
   * When it was taken off; undefined while it counts. Kept for as long as undoing a change of the email address may
   * restore it.
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
  /** Oldest first, those that were taken off of late included. */
  readonly all: readonly Factor[];
  /** An app whose first code is awaited. It counts for nothing. */
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
