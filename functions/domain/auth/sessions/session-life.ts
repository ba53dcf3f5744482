import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';

/** Time to live of an access token, in milliseconds. */
export const accessTokenMs = 15 * 60_000;

/** Time to live of a session from its sign-in, however often it is refreshed, in milliseconds. */
export const sessionMs = 30 * dayMs;

/** Time to live of an admin's session from its sign-in, in milliseconds. */
export const adminSessionMs = 12 * hourMs;

/** Maximum time between two renewals of an admin's session, in milliseconds: one that lies unused ends. */
export const adminIdleMs = hourMs;

/** Time for which the previous refresh token still works, in milliseconds: two tabs may refresh at once. */
export const refreshGraceMs = 20_000;

/** Time for which a session is fresh after its owner proved to be there, in milliseconds. */
export const freshMs = 10 * 60_000;

/** True while a session may do what needs proof of presence. */
export function isFresh({ provedAtMs }: Pick<Session, 'provedAtMs'>, nowMs: number): boolean {
  return nowMs < provedAtMs + freshMs;
}

/**
 * True while a session of this user may be used: the address is verified, and the session is not signed out, not
 * expired and not ended by a change such as a new password.
 */
export function isLive(session: Session, user: User, nowMs: number): boolean {
  return (
    session.userId === user.userId &&
    user.isVerified &&
    !session.isRevoked &&
    endOf(session, user) > nowMs &&
    session.sessionGeneration === user.sessionGeneration
  );
}

/** Returns when a session ends by itself. An admin's ends earlier, even one from before its owner became an admin. */
function endOf({ createdAtMs, usedAtMs, expiresAtMs }: Session, { role }: User): number {
  return role === 'admin' ? Math.min(expiresAtMs, createdAtMs + adminSessionMs, usedAtMs + adminIdleMs) : expiresAtMs;
}
