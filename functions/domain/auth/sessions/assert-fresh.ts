import type { ProofMethod } from '#shared/contract/factors.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import { isFresh } from './session-life.ts';

/**
 * Returns the ways in which a person can prove presence: the factors or, without an app and a passkey, the password.
 */
export function proofMethodsOf({ factors }: Pick<User, 'factors'>): readonly ProofMethod[] {
  return factors ?? ['password'];
}

/** Throws AppError ProofRequired, with the ways to prove presence, unless the session is fresh. */
export function assertFresh(session: Session, user: Pick<User, 'factors'>, nowMs: number): void {
  if (!isFresh(session, nowMs)) throw proofRequired(user);
}

/** Makes the error that names the ways in which this person can prove presence. */
export function proofRequired(user: Pick<User, 'factors'>): AppError {
  return new AppError('ProofRequired', "Please confirm that it's you.", { methods: proofMethodsOf(user) });
}
