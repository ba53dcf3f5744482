import type { Id } from '#shared/ids.ts';
import type { User } from './accounts.ts';

/** A verification link that was mailed. The code itself is nowhere but in the mail. */
export type EmailVerification = {
  readonly codeHash: string;
  readonly userId: Id<'user'>;
  readonly email: string;
  readonly usedAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** A sign-up whose link was not opened yet. */
export type SignUp = Pick<
  User,
  | 'userId'
  | 'email'
  | 'firstname'
  | 'lastname'
  | 'passwordHash'
  | 'referredBy'
  | 'signUpNetwork'
  | 'termsVersion'
  | 'termsAcceptedAtMs'
  | 'createdAtMs'
>;

/**
 * The sign-ups with one address that wait for a click on their links, oldest first. They stand side by side: nobody
 * owns an address before its mailbox was seen. The first click makes the account and removes this record. All passwords
 * are salted by the address, so one computation finds out whose a password is.
 */
export type SignUps = {
  readonly emailHash: string;
  readonly waiting: readonly SignUp[];
  readonly expiresAtMs: number;
  readonly version: number;
};

/** The purpose of a challenge. */
export type ChallengePurpose = 'sign-in' | 'email-change';

/**
 * A code that is awaited: at most one open challenge per person and purpose, because a new one replaces the old. Digits
 * that were mailed are nowhere but in the mail.
 */
export type Challenge = {
  readonly userId: Id<'user'>;
  readonly purpose: ChallengePurpose;
  /** Random; goes into the hash of the code. */
  readonly challengeId: string;
  /** Keyed hash of the mailed digits; undefined in older ones of sign-ins with an app or a passkey. */
  readonly codeHash: string | undefined;
  /** Where the digits went, or would have gone. */
  readonly email: string;
  /** The account's generation at its creation. A later password or e-mail change makes the challenge invalid. */
  readonly sessionGeneration: number;
  readonly usedAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/**
 * A link to choose a new password: one per person, because a new one replaces the old. The code is nowhere but in the
 * mail.
 */
export type PasswordReset = {
  readonly userId: Id<'user'>;
  readonly codeHash: string;
  /** The address of a sign-up that waits for its link; undefined for an account. */
  readonly signUpEmail?: string | undefined;
  /** The account's generation at its creation. A later password or e-mail change makes the link invalid. */
  readonly sessionGeneration: number;
  readonly usedAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** One signed-in browser: a family of rotating refresh tokens. */
export type Session = {
  readonly sessionId: Id<'session'>;
  readonly userId: Id<'user'>;
  readonly sessionGeneration: number;
  /** Number of the refresh token that is valid now; older ones are dead, the one before lives for a short grace. */
  readonly tokenGeneration: number;
  /** Until then the token before the present one still gets its successor as the answer. */
  readonly previousUntilMs: number;
  readonly isRevoked: boolean;
  /** The browser in words: "Chrome on Android". Undefined in sessions from before devices were noted. */
  readonly device?: string | undefined;
  /**
   * When the account's owner last proved presence: by the sign-in itself or by a proof. Rotation of the refresh token
   * keeps it.
   */
  readonly provedAtMs: number;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** A counter in a time window, for limits on attempts. */
export type RateCounter = {
  readonly counterId: string;
  readonly count: number;
  /** Times of the counted attempts, oldest first; only where the window slides. */
  readonly atMs?: readonly number[] | undefined;
  readonly expiresAtMs: number;
  readonly version: number;
};
