import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { insert, update } from '#functions/ports/store.ts';
import { ownerOf } from './change-factors.ts';
import { newTotpSecret, totpUri } from './totp-code.ts';
import { totpUse } from './spend-code.ts';

/** Time to live of a secret whose first code is awaited, in milliseconds. */
export const pendingMs = 10 * 60_000;

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/**
 * Makes a secret for an authenticator app. Nothing changes until the same session gives a code of it; the last secret
 * that was made counts. An app that is on stays on until then.
 */
export async function startTotp(
  needs: Needs,
  { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const secret = newTotpSecret(needs);
  const encryptedSecret = await needs.keys.encryptSecret(totpUse({ userId }), secret);
  const email = await withRetries(needs, async () => {
    const { user, factors } = await ownerOf(needs, userId);
    const pendingTotp = { encryptedSecret, sessionId, expiresAtMs: needs.clock.now() + pendingMs };
    await commitForRetry(needs.store, [
      factors.version === 0
        ? insert('factors', { userId, all: [], pendingTotp, version: 1 })
        : update('factors', factors, { pendingTotp }),
    ]);
    return user.email;
  });
  return { secret, uri: totpUri(secret, email) };
}
