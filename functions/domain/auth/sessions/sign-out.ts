import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { revokeSession } from './revoke-session.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/**
 * Ends the session that a browser holds cookies of, if any. Either cookie is enough, and an old refresh token is too:
 * its holder may end that session and nothing else. Doing it again changes nothing.
 */
export async function signOut(
  needs: Needs,
  held: { readonly accessToken: string | undefined; readonly refreshToken: string | undefined },
): Promise<void> {
  const { keys, clock } = needs;
  const [access, refresh] = await Promise.all([
    held.accessToken === undefined ? undefined : keys.readAccessToken(held.accessToken, clock.now()),
    held.refreshToken === undefined ? undefined : keys.readRefreshToken(held.refreshToken),
  ]);
  const sessionIds = new Set([access?.sessionId, refresh?.sessionId]);
  for (const sessionId of sessionIds) {
    if (sessionId !== undefined) await revokeSession(needs, sessionId as Id<'session'>);
  }
}
