import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { accountSuspended } from './authenticate.ts';
import { accountLocked } from '#functions/domain/auth/email-changes.ts';
import { revokeSession } from './revoke-session.ts';
import { isLive, refreshGraceMs } from './session-life.ts';
import { tokensOf, type SessionTokens } from './session-tokens.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log'>;

/**
 * Exchanges a refresh token for its successor and a fresh access token.
 *
 * For 20 seconds the previous token gets the same successor: two tabs refresh at once, and a browser repeats a GET
 * whose reply was lost. An authentic token that is older was copied: its session ends (an admin's all do), and the
 * owner gets a mail. A forged one changes nothing, else anybody could sign anybody out.
 *
 * Throws AppError InvalidRefreshToken, AccountSuspended or AccountLocked.
 */
export async function refreshSession(needs: Needs, refreshToken: string | undefined): Promise<SessionTokens> {
  const presented = refreshToken === undefined ? undefined : await needs.keys.readRefreshToken(refreshToken);
  if (presented === undefined) throw invalidRefreshToken();
  const sessionId = presented.sessionId as Id<'session'>;
  const rotated = await withRetries(needs, async () => rotate(needs, sessionId, presented.generation));
  if (rotated.outcome === 'live') return tokensOf(needs, rotated.session);
  if (rotated.outcome === 'reused') await raiseAlarm(needs, rotated);
  throw invalidRefreshToken();
}

type Rotation =
  | { readonly outcome: 'live'; readonly session: Session }
  | { readonly outcome: 'reused'; readonly session: Session; readonly user: User }
  | { readonly outcome: 'ended' };

async function rotate({ store, clock }: Needs, sessionId: Id<'session'>, generation: number): Promise<Rotation> {
  const nowMs = clock.now();
  const session = await store.get('session', { sessionId });
  const user = session && (await store.get('user', { userId: session.userId }));
  if (session === undefined || user === undefined) return { outcome: 'ended' };
  if (user.isSuspended) throw accountSuspended();
  if (user.isLockedUntilReset) throw accountLocked();
  if (!isLive(session, user, nowMs)) return { outcome: 'ended' };
  if (generation === session.tokenGeneration) {
    const next = {
      tokenGeneration: generation + 1,
      previousUntilMs: nowMs + refreshGraceMs,
      usedAtMs: nowMs,
    };
    // Conditional on the version: of two tabs one rotates, the other comes back and finds its token just replaced.
    await store.commit([update('session', session, next)]);
    return { outcome: 'live', session: { ...session, ...next } };
  }
  if (generation === session.tokenGeneration - 1 && nowMs <= session.previousUntilMs) {
    return { outcome: 'live', session };
  }
  // A generation that was never issued can only follow from a restored table: it proves no theft.
  return generation < session.tokenGeneration ? { outcome: 'reused', session, user } : { outcome: 'ended' };
}

async function raiseAlarm(
  needs: Needs,
  { session, user }: { readonly session: Session; readonly user: User },
): Promise<void> {
  const { userId } = user;
  // An admin's token opens too much to trust the other sessions. One write: a process that died between two would leave
  // them open, as no later request with the token raises the alarm.
  const isFirst = await revokeSession(needs, session.sessionId, 'token-reused', () =>
    user.role === 'admin' ? endAllSessions(needs, userId) : Promise.resolve([]),
  );
  if (isFirst) needs.log.warn('refresh token reused', { userId });
}

function invalidRefreshToken(): AppError {
  return new AppError('InvalidRefreshToken', 'Your session has ended. Please sign in again.');
}

/** Returns the write that ends every session of a person at once: sessions of an older generation no longer count. */
async function endAllSessions({ store, clock }: Needs, userId: User['userId']): Promise<readonly Write[]> {
  const user = await store.get('user', { userId });
  if (user === undefined) return [];
  return [update('user', user, { sessionGeneration: user.sessionGeneration + 1, updatedAtMs: clock.now() })];
}
