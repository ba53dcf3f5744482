import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { adminSessionMs, sessionMs } from './session-life.ts';

/**
 * Makes a session that begins now, with a new id, whatever the browser held before. A session that takes another's
 * place keeps that one's device, end and time of the last proof of presence.
 */
export function newSession(
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  { userId, role, sessionGeneration }: Pick<User, 'userId' | 'role' | 'sessionGeneration'>,
  {
    device,
    expiresAtMs = clock.now() + (role === 'admin' ? adminSessionMs : sessionMs),
    provedAtMs = clock.now(),
  }: Partial<Pick<Session, 'device' | 'expiresAtMs' | 'provedAtMs'>> = {},
): Session {
  const nowMs = clock.now();
  return {
    sessionId: random.id('session'),
    userId,
    sessionGeneration,
    tokenGeneration: 1,
    previousUntilMs: 0,
    isRevoked: false,
    device,
    provedAtMs,
    createdAtMs: nowMs,
    usedAtMs: nowMs,
    expiresAtMs,
    version: 1,
  };
}
