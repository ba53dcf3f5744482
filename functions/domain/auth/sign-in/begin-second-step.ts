import type { SecondStepMethod } from '#shared/contract/factors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { isOpen, newCodelessChallenge, resendAfterMs } from '#functions/domain/auth/challenge.ts';
import { commitAnew } from '#functions/domain/auth/commit-anew.ts';
import { browserTokenOf } from './challenge-browser.ts';
import { requestSecondFactor } from './request-second-factor.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** The continuation of a sign-in after the password. */
type SecondStep = { readonly methods: readonly SecondStepMethod[]; readonly browserToken: string | undefined };

/**
 * Begins the second step of a sign-in whose password was right; undefined for an account that needs none. With an app
 * or a passkey on nothing is mailed and no mailed code counts: who reads the mailbox must not get in.
 *
 * Throws AppError TooManyRequests where digits are mailed too often.
 */
export async function beginSecondStep(
  needs: Needs,
  user: User,
  heldToken: string | undefined,
): Promise<SecondStep | undefined> {
  if (user.factors !== undefined) return { methods: user.factors, ...(await awaitFactor(needs, user)) };
  if (!user.isTwoFactorEnabled) return undefined;
  return { methods: ['email'], ...(await requestSecondFactor(needs, user, heldToken)) };
}

/**
 * Stores that the password was given. A sign-in within a minute goes on with the same challenge and gets no token, so
 * a thief of the password cannot void the owner's sign-in by another one.
 */
async function awaitFactor(needs: Needs, user: User): Promise<{ readonly browserToken: string | undefined }> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const nowMs = clock.now();
    const seen = await store.get('challenge', { userId: user.userId, purpose: 'sign-in' });
    const isUnderWay =
      seen !== undefined &&
      seen.codeHash === undefined &&
      isOpen(seen, user, nowMs) &&
      nowMs < seen.createdAtMs + resendAfterMs;
    if (isUnderWay) return { browserToken: undefined };
    const { challenge, write } = await newCodelessChallenge(
      needs,
      { user, purpose: 'sign-in', email: user.email },
      seen,
    );
    await commitAnew(store, [write]);
    return { browserToken: await browserTokenOf(needs, challenge) };
  });
}
