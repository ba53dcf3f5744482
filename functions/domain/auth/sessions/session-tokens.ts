import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { accessTokenMs } from './session-life.ts';

/** The tokens of a browser's session. */
export type SessionTokens = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly sessionExpiresAtMs: number;
};

type Needs = Pick<Services, 'keys' | 'clock'>;

/** Makes the tokens of a session as it now is. */
export async function tokensOf({ keys, clock }: Needs, session: Session): Promise<SessionTokens> {
  const nowMs = clock.now();
  const { sessionId, userId, tokenGeneration, expiresAtMs } = session;
  const [accessToken, refreshToken] = await Promise.all([
    keys.accessToken({ userId, sessionId, nowMs, expiresAtMs: Math.min(nowMs + accessTokenMs, expiresAtMs) }),
    keys.refreshToken(sessionId, tokenGeneration),
  ]);
  return { accessToken, refreshToken, sessionExpiresAtMs: expiresAtMs };
}
