import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Challenge, Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { holdsChallenge } from './challenge-browser.ts';
import { challengeQuotas, guessQuota, hashOf, isOpen } from '#functions/domain/auth/challenge.ts';
import { assertMayEnter } from './assert-may-enter.ts';
import { ownerOf } from '#functions/domain/auth/factors/change-factors.ts';
import { isRecoveryCode, spendCode } from '#functions/domain/auth/factors/spend-code.ts';
import { admitAttempt, forgetFailures, noteFailure, type Attempter } from './login-throttle.ts';
import { gavePassword } from './password-given.ts';
import { signInWrite, type SignInWay } from './sign-in-write.ts';
import { networkQuotas } from '#functions/domain/auth/network-quotas.ts';
import { deviceNameOf } from '#functions/domain/auth/sessions/device-name.ts';
import { deviceOf, type Browser } from '#functions/domain/auth/sessions/device-of.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { assertLeft, countRoughly, refill, takeOne } from '#functions/domain/auth/quota.ts';
import { sessionWrites } from '#functions/domain/auth/sessions/open-session.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import type { SignedIn } from '#functions/domain/auth/sessions/signed-in.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/** The code of a second step, and where it comes from. */
export type SecondFactor = Browser & {
  readonly userId: Id<'user'>;
  readonly code: string;
  readonly clientAddress: string;
  /** The pending cookie, if the browser has one. */
  readonly browserToken: string | undefined;
};

/**
 * Finishes a sign-in with a code and opens the session. The code is the mailed one or, with an app or a passkey on, a
 * code of the app or a recovery code.
 *
 * For mailed digits, the browser that gave the password has five guesses, and everybody else together has five: a
 * stranger who knows the user's id cannot use up the owner's. Codes of an app and recovery codes count only in a
 * browser that gave the password. Guesses at them are slowed down like guesses at a password, because no new sign-in
 * replaces these codes. Each guess is counted before it is checked, so fifty at once are five.
 *
 * Throws AppError InvalidCode, AccountSuspended or AccountLocked (to the right code only) or TooManyRequests.
 */
export async function verifySecondFactor(needs: Needs, given: SecondFactor): Promise<SignedIn> {
  const { store, keys } = needs;
  const [user, challenge] = await store.getBoth(
    { kind: 'user', key: { userId: given.userId } },
    { kind: 'challenge', key: { userId: given.userId, purpose: 'sign-in' } },
  );
  const isOwnBrowser = await isOfThisBrowser(needs, user, challenge, given.browserToken);
  const quotas = isOwnBrowser ? [] : await networkQuotas(needs, 'second-factor', given.clientAddress);
  await assertLeft(needs, quotas);
  const deviceId = user && (await knownDevice(needs, user, given.deviceToken));
  const session = user && (await trySecondStep(needs, { user, challenge, isOwnBrowser, given, deviceId }));
  if (user === undefined || session === undefined) {
    await countRoughly(needs, quotas);
    throw invalidCode();
  }
  const device = await deviceOf(needs, await keys.emailHash(normaliseEmail(user.email)), given);
  return { userId: user.userId, tokens: await tokensOf(needs, session), deviceToken: device.token };
}

/**
 * Returns the account for the check of its challenge. A suspension or a lock between the two steps ends all challenges,
 * but the right code must still get the reason as its reply. It opens nothing.
 */
function asBarred(user: User, { sessionGeneration }: Challenge): User {
  return user.isSuspended || user.isLockedUntilReset ? { ...user, sessionGeneration } : user;
}

type Guess = {
  readonly user: User;
  readonly challenge: Challenge | undefined;
  /** True for the browser that gave the password. */
  readonly isOwnBrowser: boolean;
  readonly given: SecondFactor;
  readonly deviceId: string | undefined;
};

type GuessAtMail = Guess & { readonly challenge: Challenge };

async function knownDevice(
  { keys }: Needs,
  { email }: User,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  return deviceToken === undefined
    ? undefined
    : keys.readDeviceToken(await keys.emailHash(normaliseEmail(email)), deviceToken);
}

async function isOfThisBrowser(
  needs: Needs,
  user: User | undefined,
  challenge: Challenge | undefined,
  browserToken: string | undefined,
): Promise<boolean> {
  if (user?.factors !== undefined) return gavePassword(needs, user, browserToken);
  return challenge !== undefined && holdsChallenge(needs, challenge, browserToken);
}

/** Opens the session for a right code; undefined for a wrong one. */
async function trySecondStep(needs: Needs, guess: Guess): Promise<Session | undefined> {
  const { user, challenge, isOwnBrowser, given, deviceId } = guess;
  if (user.factors === undefined) {
    const isWaiting = challenge !== undefined && isOpen(challenge, asBarred(user, challenge), needs.clock.now());
    return isWaiting ? tryMailedCode(needs, { ...guess, challenge }) : undefined;
  }
  if (!isOwnBrowser) return undefined;
  const emailHash = await needs.keys.emailHash(normaliseEmail(user.email));
  return tryFactorCode(needs, guess, { emailHash, deviceId, clientAddress: given.clientAddress });
}

/** Opens the session for the digits that were mailed; undefined for wrong ones. */
async function tryMailedCode(needs: Needs, guess: GuessAtMail): Promise<Session | undefined> {
  const { user } = guess;
  if (!(await isMailedCode(needs, guess))) return undefined;
  const session = await useChallenge(needs, guess);
  await refill(needs, challengeQuotas(user, 'sign-in'));
  return session;
}

/** True when the digits are right. The guess is counted first; one too many counts as wrong. */
async function isMailedCode(needs: Needs, { challenge, isOwnBrowser, given }: GuessAtMail): Promise<boolean> {
  try {
    // Five wrong ones end the digits for every browser: the one that gave the password must not go on as a stranger.
    if (!isOwnBrowser) await assertLeft(needs, [guessQuota(challenge, 'owner')]);
    await takeOne(needs, [guessQuota(challenge, isOwnBrowser ? 'owner' : 'stranger')]);
  } catch (thrown) {
    if (thrown instanceof AppError) return false;
    throw thrown;
  }
  return (await hashOf(needs, challenge, given.code)) === challenge.codeHash;
}

/** Opens the session for a code of the app or a recovery code, and uses it up; undefined for a wrong or used one. */
async function tryFactorCode(needs: Needs, guess: Guess, attempter: Attempter): Promise<Session | undefined> {
  const { code, browserToken } = guess.given;
  const { userId } = guess.user;
  const attempt = await admitAttempt(needs, attempter, 'second-step');
  const session = await withRetries(needs, async () => {
    const owner = await ownerOf(needs, userId);
    if (!(await gavePassword(needs, owner.user, browserToken))) return undefined;
    const used = await spendCode(needs, owner, { code, kinds: ['totp', 'recovery_code'] });
    if (used === undefined) return undefined;
    assertMayEnter(owner.user);
    const opened = openedWrites(needs, owner.user, guess, isRecoveryCode(code) ? 'recovery-code' : 'app-code');
    // No first sign-in to note: factors are added in a session, and their writes may change the account already.
    const writes = [insert('session', opened.session), opened.record, ...used];
    await needs.store.commit(await withReturn(needs, owner.user, writes));
    return opened.session;
  });
  if (session === undefined) await noteFailure(needs, attempt);
  else await forgetFailures(needs, attempt);
  return session;
}

/**
 * Opens the session of a challenge and uses it up; undefined when it cannot be used any more. Of two requests with the
 * right code at once, one finds the challenge used.
 */
async function useChallenge(needs: Needs, guess: GuessAtMail): Promise<Session | undefined> {
  const { store, clock } = needs;
  const guessed = guess.challenge;
  return withRetries(needs, async () => {
    const [user, challenge] = await store.getBoth({ kind: 'user', key: guessed }, { kind: 'challenge', key: guessed });
    const isSame = challenge?.challengeId === guessed.challengeId;
    if (user === undefined || challenge === undefined || !isSame) return undefined;
    if (!isOpen(challenge, asBarred(user, challenge), clock.now())) return undefined;
    assertMayEnter(user);
    const { session, record } = openedWrites(needs, user, guess, 'email-code');
    const used = update('challenge', challenge, { usedAtMs: clock.now() });
    await store.commit(await withReturn(needs, user, [used, record, ...sessionWrites(user, session)]));
    return session;
  });
}

function openedWrites(
  needs: Needs,
  user: User,
  { given, deviceId }: Guess,
  way: SignInWay,
): { readonly session: Session; readonly record: Write } {
  const name = deviceNameOf(given.userAgent);
  return {
    session: newSession(needs, user, { device: name }),
    record: signInWrite(needs, user, { name, isKnown: deviceId !== undefined }, way),
  };
}

function invalidCode(): AppError {
  return new AppError('InvalidCode', 'This code is wrong or no longer valid. Try the newest one, or sign in again.');
}
