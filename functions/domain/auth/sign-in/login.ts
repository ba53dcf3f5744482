import { AppError } from '#shared/errors.ts';
import type { SecondStepMethod } from '#shared/contract/factors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { SignUps } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { accountSuspended } from '#functions/domain/auth/sessions/authenticate.ts';
import { accountLocked } from '#functions/domain/auth/email-changes.ts';
import { admitAttempt, forgetFailures, noteFailure, type Attempt } from './login-throttle.ts';
import { mailVerification } from '#functions/domain/auth/sign-up/mail-verification.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { deviceOf, type Browser } from '#functions/domain/auth/sessions/device-of.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { signInWrite } from './sign-in-write.ts';
import type { SignedIn } from '#functions/domain/auth/sessions/signed-in.ts';
import { waitAgain } from '#functions/domain/auth/unconfirmed-account.ts';
import { passwordGivenToken } from './password-given.ts';
import { requestSecondFactor } from './request-second-factor.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** The credentials of a sign-in, and where they come from. */
export type Credentials = Browser & {
  readonly email: string;
  readonly password: string;
  readonly clientAddress: string;
  /** The pending cookie of a sign-in that waits for its second factor, if the browser has one. */
  readonly browserToken: string | undefined;
};

/** The result of right credentials. */
export type LoginOutcome =
  | ({ readonly isTwoFactorRequired: false } & SignedIn)
  | {
      readonly isTwoFactorRequired: true;
      readonly userId: Id<'user'>;
      readonly methods: readonly SecondStepMethod[];
      /** Binds the second step to this browser; undefined when it continues the second step of a moment ago. */
      readonly browserToken: string | undefined;
    };

/**
 * Signs a person in with email and password. Where a second factor is on, asks for it and opens nothing yet.
 *
 * An unknown address and a wrong password get the same reply after the same work. Only a person who knows the password
 * learns that an account is unverified or suspended; an unverified one is mailed a fresh link then.
 *
 * Throws AppError InvalidCredentials, EmailNotVerified, AccountSuspended, AccountLocked or TooManyRequests.
 */
export async function login(needs: Needs, credentials: Credentials): Promise<LoginOutcome> {
  const { store, keys, random } = needs;
  const emailHash = await keys.emailHash(normaliseEmail(credentials.email));
  const deviceId =
    credentials.deviceToken === undefined ? undefined : await keys.readDeviceToken(emailHash, credentials.deviceToken);
  const attempt = await admitAttempt(needs, { emailHash, deviceId, clientAddress: credentials.clientAddress });

  const [owner, signUps] = await store.getBoth(
    { kind: 'emailOwner', key: { emailHash } },
    { kind: 'signUps', key: { emailHash } },
  );
  // Read even when nobody owns the address: the missing round trip would reveal that.
  const user = await store.get('user', { userId: owner?.userId ?? random.id('user') });
  if (user === undefined && signUps !== undefined) return refuseUnconfirmed(needs, signUps, credentials, attempt);
  const isRight = await keys.verifyPassword(credentials.password, user?.passwordHash);
  if (user === undefined || !isRight) {
    await noteFailure(needs, attempt);
    throw wrongCredentials();
  }
  await forgetFailures(needs, attempt);
  if (user.isSuspended) throw accountSuspended();
  if (!user.isVerified) return waitForLink(needs, user, emailHash, credentials.password);
  if (user.isLockedUntilReset) throw accountLocked();
  const begun = await beginSecondStep(needs, user, credentials.browserToken);
  if (begun !== undefined) return { isTwoFactorRequired: true, userId: user.userId, ...begun };
  const device = await deviceOf(needs, emailHash, credentials);
  const tokens = await openSession(needs, user, device, [signInWrite(needs, user, device, 'password')]);
  return { isTwoFactorRequired: false, userId: user.userId, tokens, deviceToken: device.token };
}

/**
 * Refuses a person who signed up and has not opened the link yet, and mails the link of the sign-up with this password
 * again. Finding it among those that wait takes one hash, as for an account and for an unknown address.
 */
async function refuseUnconfirmed(
  needs: Needs,
  signUps: SignUps,
  { password }: Credentials,
  attempt: Attempt,
): Promise<never> {
  const passwordHash = await needs.keys.hashPassword(password, signUps.emailHash);
  const signUp = signUps.waiting.findLast((each) => each.passwordHash === passwordHash);
  if (signUp === undefined) {
    await noteFailure(needs, attempt);
    throw wrongCredentials();
  }
  await forgetFailures(needs, attempt);
  await mailVerification(needs, signUps, signUp);
  throw notVerified();
}

/** Refuses a person whose account is from before sign-ups waited for their link, and was never confirmed. */
async function waitForLink(needs: Needs, user: User, emailHash: string, password: string): Promise<never> {
  const passwordHash = await needs.keys.hashPassword(password, emailHash);
  const { signUps, signUp } = await withRetries(needs, async () => {
    // Its link may have been used while the password was hashed: then the next sign-in finds it confirmed.
    const now = await needs.store.get('user', { userId: user.userId });
    if (now?.isVerified !== false) throw notVerified();
    return waitAgain(needs, now, emailHash, passwordHash);
  });
  await mailVerification(needs, signUps, signUp);
  throw notVerified();
}

function notVerified(): AppError {
  return new AppError(
    'EmailNotVerified',
    'Please confirm your email address first: open the link in the email that we sent you.',
  );
}

function wrongCredentials(): AppError {
  return new AppError('InvalidCredentials', 'Wrong email or password.');
}

/** The continuation of a sign-in after the password. */
type SecondStep = { readonly methods: readonly SecondStepMethod[]; readonly browserToken: string | undefined };

/**
 * Begins the second step of a sign-in whose password was right; undefined for an account that needs none. With an app
 * or a passkey on nothing is mailed and no mailed code counts: who reads the mailbox must not get in.
 *
 * Throws AppError TooManyRequests where digits are mailed too often.
 */
async function beginSecondStep(
  needs: Needs,
  user: User,
  heldToken: string | undefined,
): Promise<SecondStep | undefined> {
  if (user.factors !== undefined) return { methods: user.factors, browserToken: await passwordGivenToken(needs, user) };
  if (!user.isTwoFactorEnabled) return undefined;
  return { methods: ['email'], ...(await requestSecondFactor(needs, user, heldToken)) };
}
