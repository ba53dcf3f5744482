import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Challenge } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { accountSuspended } from '#functions/domain/auth/sessions/authenticate.ts';
import { holdsChallenge } from './challenge-browser.ts';
import { challengeQuotas, guessQuota, hashOf, isOpen } from '#functions/domain/auth/challenge.ts';
import { accountLocked } from '#functions/domain/auth/email-changes.ts';
import { networkQuotas } from '#functions/domain/auth/network-quotas.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { assertLeft, countRoughly, refill, takeOne } from '#functions/domain/auth/quota.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import type { SignedIn } from '#functions/domain/auth/sessions/signed-in.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/** Six digits, and where they come from. */
export type SecondFactor = {
  readonly userId: Id<'user'>;
  readonly code: string;
  readonly clientAddress: string;
  /** The pending cookie, if the browser has one. */
  readonly browserToken: string | undefined;
  /** The device cookie, if the browser has one. */
  readonly deviceToken: string | undefined;
};

/**
 * Finishes a sign-in with the digits that were mailed, and opens the session as a password alone does for others.
 *
 * The browser that gave the password has five guesses, and everybody else together has five: a stranger who knows the
 * user's id cannot use up the owner's. Each guess is counted before it is checked, so fifty at once are five.
 *
 * Throws AppError InvalidCode, AccountSuspended or AccountLocked (to the right digits only) or TooManyRequests.
 */
export async function verifySecondFactor(needs: Needs, given: SecondFactor): Promise<SignedIn> {
  const { store, keys, random } = needs;
  const [user, challenge] = await store.getBoth(
    { kind: 'user', key: { userId: given.userId } },
    { kind: 'challenge', key: { userId: given.userId, purpose: 'sign-in' } },
  );
  const isHolder = challenge !== undefined && (await holdsChallenge(needs, challenge, given.browserToken));
  const quotas = isHolder ? [] : await networkQuotas(needs, 'second-factor', given.clientAddress);
  await assertLeft(needs, quotas);
  if (user === undefined || challenge === undefined || !(await isRight(needs, { user, challenge, isHolder, given }))) {
    await countRoughly(needs, quotas);
    throw invalidCode();
  }
  if (user.isSuspended) throw accountSuspended();
  if (user.isLockedUntilReset) throw accountLocked();

  const session = await useChallenge(needs, challenge);
  await refill(needs, challengeQuotas(user, 'sign-in'));
  const emailHash = await keys.emailHash(normaliseEmail(user.email));
  const deviceId =
    given.deviceToken === undefined ? undefined : await keys.readDeviceToken(emailHash, given.deviceToken);
  return {
    userId: user.userId,
    tokens: await tokensOf(needs, session),
    deviceToken: await keys.deviceToken(emailHash, deviceId ?? random.token(16)),
  };
}

/** True when the digits are right. The guess is counted first; one too many counts as wrong. */
async function isRight(needs: Needs, { user, challenge, isHolder, given }: GuessAt): Promise<boolean> {
  if (!isOpen(challenge, user, needs.clock.now())) return false;
  try {
    await takeOne(needs, [guessQuota(challenge, isHolder ? 'owner' : 'stranger')]);
  } catch (thrown) {
    if (thrown instanceof AppError) return false;
    throw thrown;
  }
  return (await hashOf(needs, challenge, given.code)) === challenge.codeHash;
}

type GuessAt = {
  readonly user: User;
  readonly challenge: Challenge;
  readonly isHolder: boolean;
  readonly given: SecondFactor;
};

/** Opens the session. Of two requests with the right digits at once, one finds them unused. */
async function useChallenge(needs: Needs, guessed: Challenge): Promise<ReturnType<typeof newSession>> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const [user, challenge] = await store.getBoth({ kind: 'user', key: guessed }, { kind: 'challenge', key: guessed });
    const isSame = challenge?.challengeId === guessed.challengeId;
    if (user === undefined || challenge === undefined || !isSame || !isOpen(challenge, user, clock.now())) {
      throw invalidCode();
    }
    const session = newSession(needs, user);
    await store.commit([update('challenge', challenge, { usedAtMs: clock.now() }), insert('session', session)]);
    return session;
  });
}

function invalidCode(): AppError {
  return new AppError('InvalidCode', 'This code is wrong or no longer valid. Sign in again to get a new one.');
}
