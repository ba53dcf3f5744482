import type { ProofMethod } from '#shared/contract/auth.ts';
import { AppError } from '#shared/errors.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import { isFresh } from './session-life.ts';

/** Returns the ways in which a person can prove to be there. */
export function proofMethodsOf(): readonly ProofMethod[] {
  return ['password'];
}

/** Throws AppError ProofRequired, with the ways to prove it, unless the session is fresh. */
export function assertFresh(session: Session, nowMs: number): void {
  if (isFresh(session, nowMs)) return;
  throw new AppError('ProofRequired', "Please confirm that it's you.", { methods: proofMethodsOf() });
}
