import type * as z from 'zod/mini';
import type { Session as WireSession } from '#shared/contract/sessions.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { unknownDevice } from './device-name.ts';
import { isLive } from './session-life.ts';

type WireSession = z.output<typeof WireSession>;

/** Maximum number of sessions listed. */
const sessionsMax = 100;

/** Finds sessions that a person may have open, as they are now. The list that leads to them may lag by seconds. */
export async function findSessions(
  { store }: Pick<Services, 'store'>,
  userId: User['userId'],
): Promise<readonly Session[]> {
  const listed = await store.listSessions(userId, sessionsMax);
  if (listed.length === 0) return [];
  const found = await store.getMany('session', listed);
  return found.filter((session) => session !== undefined);
}

/** Describes a person's live sessions for the API: the one that asks first, then by when they were last seen. */
export function describeSessions(
  found: readonly Session[],
  { user, session: current }: { readonly user: User; readonly session: Session },
  nowMs: number,
): WireSession[] {
  const others = found
    .filter((session) => session.sessionId !== current.sessionId && isLive(session, user, nowMs))
    .toSorted((a, b) => b.usedAtMs - a.usedAtMs);
  return [current, ...others].slice(0, sessionsMax).map((session) => ({
    _id: session.sessionId,
    device: session.device ?? unknownDevice,
    createdAt: new Date(session.createdAtMs).toISOString(),
    lastSeenAt: new Date(session.usedAtMs).toISOString(),
    isCurrent: session.sessionId === current.sessionId,
  }));
}
