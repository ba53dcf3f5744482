import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { invalidAccessToken } from '#functions/domain/auth/sessions/authenticate.ts';
import { provePassword } from './prove-password.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/** A proof that the account's owner is there. */
export type Proof = { readonly method: 'password'; readonly password: string };

/**
 * Makes a session fresh for ten minutes with a proof that the account's owner is there.
 *
 * Throws AppError InvalidCredentials, TooManyRequests, or InvalidAccessToken when the session ended meanwhile.
 */
export async function provePresence(
  needs: Needs,
  given: { readonly user: User; readonly session: Session; readonly proof: Proof },
): Promise<void> {
  const { user, session, proof } = given;
  const { sessionId } = session;
  await provePassword(needs, { user, session, password: proof.password });
  await withRetries(needs, async () => {
    const seen = await needs.store.get('session', { sessionId });
    if (seen === undefined || seen.isRevoked) throw invalidAccessToken();
    await needs.store.commit([update('session', seen, { provedAtMs: needs.clock.now() })]);
  });
}
