import type { Session, User } from '#functions/ports/entities.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert } from '#functions/ports/store.ts';
import { sessionMs } from './session-life.ts';
import { tokensOf, type SessionTokens } from './session-tokens.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/** Signs a browser in: a new session with a new id, whatever the browser held before. */
export async function openSession(needs: Needs, user: User): Promise<SessionTokens> {
  const { store, clock, random } = needs;
  const nowMs = clock.now();
  const session: Session = {
    sessionId: random.id('session'),
    userId: user.userId,
    sessionGeneration: user.sessionGeneration,
    tokenGeneration: 1,
    previousUntilMs: 0,
    isRevoked: false,
    createdAtMs: nowMs,
    usedAtMs: nowMs,
    expiresAtMs: nowMs + sessionMs,
    version: 1,
  };
  await store.commit([insert('session', session)]);
  return tokensOf(needs, session);
}
