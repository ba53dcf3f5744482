import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Challenge } from '#functions/ports/entities.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { accountSuspended } from './authenticate.ts';
import { holdsChallenge } from './challenge-browser.ts';
import { challengeQuotas, guessQuota, hashOf, isOpen } from './challenge.ts';
import { networkQuotas } from './network-quotas.ts';
import { newSession } from './new-session.ts';
import { normaliseEmail } from './normalise-email.ts';
import { refill, takeOne } from './quota.ts';
import { tokensOf } from './session-tokens.ts';
import type { SignedIn } from './signed-in.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/** Who gives six digits, and from where. */
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
 * user's id cannot use up the owner's. Each guess is counted before it is looked at, so fifty at once are five.
 *
 * Throws AppError InvalidCode, AccountSuspended (to the right digits only) or TooManyRequests.
 */
export async function verifySecondFactor(needs: Needs, given: SecondFactor): Promise<SignedIn> {
  const { store, keys, clock, random } = needs;
  const [user, challenge] = await store.getBoth(
    { kind: 'user', key: { userId: given.userId } },
    { kind: 'challenge', key: { userId: given.userId, purpose: 'sign-in' } },
  );
  const isHolder = challenge !== undefined && (await holdsChallenge(needs, challenge, given.browserToken));
  if (!isHolder) await takeOne(needs, await networkQuotas(needs, 'second-factor', given.clientAddress));
  if (user === undefined || challenge === undefined || !isOpen(challenge, user, clock.now())) throw invalidCode();
  await countGuess(needs, challenge, isHolder);
  if ((await hashOf(needs, challenge, given.code)) !== challenge.codeHash) throw invalidCode();
  if (user.isSuspended) throw accountSuspended();

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

async function countGuess(needs: Needs, challenge: Challenge, isHolder: boolean): Promise<void> {
  try {
    await takeOne(needs, [guessQuota(challenge, isHolder ? 'owner' : 'stranger')]);
  } catch (thrown) {
    // Told like a wrong guess: whether a stranger's guesses are used up is nobody's business.
    if (thrown instanceof AppError) throw invalidCode();
    throw thrown;
  }
}

/** Of two who give the right digits at once, one finds them unused. */
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
