import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { accountLocked } from '#functions/domain/auth/email-changes.ts';
import { isLive } from './session-life.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock'>;

/** An entity by its key. */
export type Ref = { [K in EntityKind]: { readonly kind: K; readonly key: EntityKeys[K] } }[EntityKind];

/**
 * Returns the user and session of an access token. The session is read on every call, so a sign-out, a password change
 * or a suspension takes effect at once, long before the token runs out. One round trip to the store.
 *
 * `onNamed` gets the user's id of an authentic token before it is known whether the session may be used. It may name an
 * entity, which is read in the same request and returned as `along`.
 *
 * `repeatsClosing` also accepts the sessions that the closing of the account ended, and no other ended ones.
 *
 * Throws AppError InvalidAccessToken, AccountSuspended or AccountLocked.
 */
export async function authenticate(
  { store, keys, clock }: Needs,
  accessToken: string | undefined,
  onNamed: (userId: Id<'user'>) => Ref | undefined = () => undefined,
  { repeatsClosing = false }: { readonly repeatsClosing?: boolean | undefined } = {},
): Promise<{ readonly user: User; readonly session: Session; readonly along: unknown }> {
  const nowMs = clock.now();
  const claims = accessToken === undefined ? undefined : await keys.readAccessToken(accessToken, nowMs);
  if (claims === undefined) throw invalidAccessToken();
  const userId = claims.userId as Id<'user'>;
  const ref = onNamed(userId);
  const known = [
    { kind: 'user', key: { userId } },
    { kind: 'session', key: { sessionId: claims.sessionId as Id<'session'> } },
  ] as const;
  const [user, session, along] = await (ref ? store.getThree(...known, ref) : store.getBoth(...known));
  if (user === undefined || session === undefined) throw invalidAccessToken();
  // Checked before the session: suspending ends sessions, and the person must still learn the reason.
  if (session.userId === user.userId && user.isSuspended) throw accountSuspended();
  if (session.userId === user.userId && user.isLockedUntilReset) throw accountLocked();
  if (!isLive(session, repeatsClosing ? beforeClosing(user) : user, nowMs)) throw invalidAccessToken();
  return { user, session, along };
}

/**
 * Returns a closed account as the sessions that its closing ended knew it. None of them counts once it is erased.
 */
function beforeClosing(user: User): User {
  if (user.closedAtMs === undefined || user.erasedAtMs !== undefined) return user;
  return { ...user, sessionGeneration: user.sessionGeneration - 1 };
}

/** Makes the error upon which the site refreshes its session. */
export function invalidAccessToken(): AppError {
  return new AppError('InvalidAccessToken', 'Please sign in.');
}

/** Makes the error for every request of a suspended person. */
export function accountSuspended(): AppError {
  return new AppError('AccountSuspended', 'This account is suspended. Please contact support.');
}
