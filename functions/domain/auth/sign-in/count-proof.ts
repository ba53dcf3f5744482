import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { revokeSession } from '#functions/domain/auth/sessions/revoke-session.ts';
import { admitProof, forgetFailures, hasFailedProofs } from './login-throttle.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/**
 * Checks a proof that a signed-in person gives. Each attempt, of any kind, is counted before it is checked. The fifth
 * wrong one ends the session and is mailed to the owner: the session's cookies may be in the wrong hands.
 *
 * Throws AppError with the code and message of `wrong` (the session is good, and a refresh would not help) or
 * TooManyRequests.
 */
export async function countProof(
  needs: Needs,
  given: {
    readonly session: Session;
    readonly wrong: { readonly code: ErrorCode; readonly message: string };
    /** False for a right answer that is no proof of presence for this person: it forgives no wrong one. @default true */
    readonly isProof?: boolean;
  },
  isRight: () => Promise<boolean>,
): Promise<void> {
  const { session, wrong, isProof = true } = given;
  const attempt = await admitProof(needs, session.sessionId);
  if (await isRight()) return isProof ? forgetFailures(needs, attempt) : undefined;
  if (!(await hasFailedProofs(needs, attempt))) throw new AppError(wrong.code, wrong.message);
  await revokeSession(needs, session.sessionId, 'wrong-proofs');
  throw new AppError(wrong.code, 'That was wrong too often. Please sign in again.');
}
