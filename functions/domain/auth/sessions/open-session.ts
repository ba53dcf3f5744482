import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert } from '#functions/ports/store.ts';
import { newSession } from './new-session.ts';
import { tokensOf, type SessionTokens } from './session-tokens.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/** Signs a browser in: a new session with a new id, whatever the browser held before. */
export async function openSession(needs: Needs, user: User): Promise<SessionTokens> {
  const session = newSession(needs, user);
  await needs.store.commit([insert('session', session)]);
  return tokensOf(needs, session);
}
