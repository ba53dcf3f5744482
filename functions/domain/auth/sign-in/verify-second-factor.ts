import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Challenge, Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { holdsChallenge } from './challenge-browser.ts';
import { challengeQuotas, guessQuota, hashOf, isOpen } from '#functions/domain/auth/challenge.ts';
import { assertMayEnter } from './assert-may-enter.ts';
import { factorsOf } from '#functions/domain/auth/factors/factors-of.ts';
import { spendCode } from '#functions/domain/auth/factors/spend-code.ts';
import { admitAttempt, forgetFailures, noteFailure, type Attempter } from './login-throttle.ts';
import { signInWrite } from './sign-in-write.ts';
import { networkQuotas } from '#functions/domain/auth/network-quotas.ts';
import { deviceNameOf } from '#functions/domain/auth/sessions/device-name.ts';
import { deviceOf, type Browser } from '#functions/domain/auth/sessions/device-of.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { assertLeft, countRoughly, refill, takeOne } from '#functions/domain/auth/quota.ts';
import { sessionWrites } from '#functions/domain/auth/sessions/open-session.ts';
import { reportSignIn } from '#functions/domain/auth/sessions/report-sign-in.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import type { SignedIn } from '#functions/domain/auth/sessions/signed-in.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** The code of a second step, and where it comes from. */
export type SecondFactor = Browser & {
  readonly userId: Id<'user'>;
  readonly code: string;
  readonly clientAddress: string;
  /** The pending cookie, if the browser has one. */
  readonly browserToken: string | undefined;
};

/**
 * Finishes a sign-in with a code, and opens the session as a password alone does for others: the digits that were
 * mailed or, with an app or a passkey on, those of the app or a recovery code.
 *
 * At mailed digits the browser that gave the password has five guesses, and everybody else together has five: a
 * stranger who knows the user's id cannot use up the owner's. Guesses at an app's codes, which no new sign-in replaces,
 * are slowed down as those at a password, those of other browsers apart from it. Each is counted before it is checked, so fifty at once are five.
 *
 * Throws AppError InvalidCode, AccountSuspended or AccountLocked (to the right code only) or TooManyRequests.
 */
export async function verifySecondFactor(needs: Needs, given: SecondFactor): Promise<SignedIn> {
  const { store, keys } = needs;
  const [user, challenge] = await store.getBoth(
    { kind: 'user', key: { userId: given.userId } },
    { kind: 'challenge', key: { userId: given.userId, purpose: 'sign-in' } },
  );
  const isHolder = challenge !== undefined && (await holdsChallenge(needs, challenge, given.browserToken));
  const quotas = isHolder ? [] : await networkQuotas(needs, 'second-factor', given.clientAddress);
  await assertLeft(needs, quotas);
  const deviceId = user && (await knownDevice(needs, user, given.deviceToken));
  const session =
    user === undefined || challenge === undefined || !isOpen(challenge, user, needs.clock.now())
      ? undefined
      : await trySecondStep(needs, { user, challenge, isHolder, given, deviceId });
  if (user === undefined || session === undefined) {
    await countRoughly(needs, quotas);
    throw invalidCode();
  }
  const device = await deviceOf(needs, await keys.emailHash(normaliseEmail(user.email)), given);
  await reportSignIn(needs, user, device);
  return { userId: user.userId, tokens: await tokensOf(needs, session), deviceToken: device.token };
}

type Guess = {
  readonly user: User;
  readonly challenge: Challenge;
  readonly isHolder: boolean;
  readonly given: SecondFactor;
  readonly deviceId: string | undefined;
};

async function knownDevice(
  { keys }: Needs,
  { email }: User,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  return deviceToken === undefined
    ? undefined
    : keys.readDeviceToken(await keys.emailHash(normaliseEmail(email)), deviceToken);
}

/** Opens the session for a right code; undefined for a wrong one. */
async function trySecondStep(needs: Needs, guess: Guess): Promise<Session | undefined> {
  const { user, given, deviceId } = guess;
  if (user.factors === undefined) return tryMailedCode(needs, guess);
  const emailHash = await needs.keys.emailHash(normaliseEmail(user.email));
  return tryFactorCode(needs, guess, { emailHash, deviceId, clientAddress: given.clientAddress });
}

/** Opens the session for the digits that were mailed; undefined for wrong ones. */
async function tryMailedCode(needs: Needs, guess: Guess): Promise<Session | undefined> {
  const { user } = guess;
  if (!(await isMailedCode(needs, guess))) return undefined;
  assertMayEnter(user);
  const session = await useChallenge(needs, guess, async () => []);
  await refill(needs, challengeQuotas(user, 'sign-in'));
  return session;
}

/** True when the digits are right. The guess is counted first; one too many counts as wrong. */
async function isMailedCode(needs: Needs, { challenge, isHolder, given }: Guess): Promise<boolean> {
  try {
    await takeOne(needs, [guessQuota(challenge, isHolder ? 'owner' : 'stranger')]);
  } catch (thrown) {
    if (thrown instanceof AppError) return false;
    throw thrown;
  }
  return (await hashOf(needs, challenge, given.code)) === challenge.codeHash;
}

/** Opens the session for a code of the app or a recovery code, and uses it up; undefined for a wrong or used one. */
async function tryFactorCode(needs: Needs, guess: Guess, attempter: Attempter): Promise<Session | undefined> {
  const { code } = guess.given;
  const attempt = await admitAttempt(needs, attempter, guess.isHolder ? 'second-step' : 'second-step-elsewhere');
  const session = await useChallenge(needs, guess, async (user) => {
    const factors = await factorsOf(needs, user.userId);
    const used = await spendCode(needs, { user, factors }, { code, kinds: ['totp', 'recovery_code'] });
    if (used !== undefined) assertMayEnter(user);
    return used;
  });
  if (session === undefined) await noteFailure(needs, attempt);
  else await forgetFailures(needs, attempt);
  return session;
}

/**
 * Opens the session, with further writes in its transaction; undefined when there are none to be had. Of two requests
 * with the right code at once, one finds the challenge used.
 */
async function useChallenge(
  needs: Needs,
  { challenge: guessed, given, deviceId }: Guess,
  alongside: (user: User) => Promise<readonly Write[] | undefined>,
): Promise<Session | undefined> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const [user, challenge] = await store.getBoth({ kind: 'user', key: guessed }, { kind: 'challenge', key: guessed });
    const isSame = challenge?.challengeId === guessed.challengeId;
    if (user === undefined || challenge === undefined || !isSame || !isOpen(challenge, user, clock.now())) {
      return undefined;
    }
    const writes = await alongside(user);
    if (writes === undefined) return undefined;
    const name = deviceNameOf(given.userAgent);
    const session = newSession(needs, user, { device: name });
    await store.commit([
      update('challenge', challenge, { usedAtMs: clock.now() }),
      signInWrite(needs, user.userId, { name, isKnown: deviceId !== undefined }),
      // Factors are written with the account, which was signed in to when they were added.
      ...(writes.length === 0 ? sessionWrites(user, session) : [insert('session', session), ...writes]),
    ]);
    return session;
  });
}

function invalidCode(): AppError {
  return new AppError('InvalidCode', 'This code is wrong or no longer valid. Try the next one, or sign in again.');
}
