import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { RateCounter } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { remove, StoreUnavailable, WriteConflict, type Write } from '#functions/ports/store.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { addressBlock } from '#functions/domain/auth/address-block.ts';
import { waitInWords } from '#functions/domain/wait-in-words.ts';
import { minuteMs } from '#functions/domain/durations.ts';
import { countAttempt, countedAtMs, waitOf, type BackOff } from './back-off.ts';

/**
 * Slows down password guessing without a way to lock an owner out.
 *
 * A browser that has signed in before proves it with its device cookie and is counted in a bucket of its own, whatever
 * others do to the account. Everybody else is counted per account and network, per account and per network. Nothing
 * here depends on whether the account exists.
 */

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/** One browser that is known, one session, or one network at one account. */
const narrow: BackOff = { freeFailures: 5, waitMaxMs: 15 * minuteMs };
/** All strangers at one account: at most some sixty guesses a day, from however many networks. */
const perAccount: BackOff = { freeFailures: 10, waitMaxMs: 30 * minuteMs };
/**
 * One network at all accounts. The count restarts each hour: a university shares one network, and its typing errors
 * must not add up forever.
 */
const perNetwork: BackOff = { freeFailures: 200, waitMaxMs: 15 * minuteMs, isOfMany: true };
const networkWindowMs = 60 * minuteMs;

/** Time within which the last counted attempt may still be running and turn out right, in milliseconds. */
const underWayMs = 1_000;
/** Maximum number of waits for such an attempt: about eight seconds. */
const roundsMax = 80;

/** Maximum number of wrong proofs in a session before it ends. */
const wrongProofsMax = 5;

type Bucket = { readonly counterId: string; readonly backOff: BackOff };

/** An attempt that was let through. */
export type Attempt = {
  /** Counted before the password is checked, so that parallel guesses cannot pass the limit. */
  readonly counted: readonly Bucket[];
  /** Counted only when the password was wrong: people who share a network must not wait for each other's right ones. */
  readonly onFailure: readonly Bucket[];
};

/** The origin of an attempt. */
export type Attempter = {
  readonly emailHash: string;
  /** Known by an authentic device cookie for this address. */
  readonly deviceId: string | undefined;
  readonly clientAddress: string;
};

/** The guessed secret: the password of a sign-in, or the code of its second step. Each has buckets of its own. */
type Guessed = 'login' | 'second-step';

/** Lets an attempt through and counts it. Throws AppError TooManyRequests with how long to wait. */
export async function admitAttempt(needs: Needs, attempter: Attempter, guessed: Guessed = 'login'): Promise<Attempt> {
  return admit(needs, await bucketsOf(needs, attempter, guessed));
}

/**
 * Admits the proof that a signed-in person gives. Counted per session, so that a thief of the session has
 * five guesses and slows down nobody else.
 */
export async function admitProof(needs: Needs, sessionId: Id<'session'>): Promise<Attempt> {
  return admit(needs, { counted: [await bucketOf(needs, 'password-proof', [sessionId], narrow)], onFailure: [] });
}

/** True when the proofs counted in a session, all of them wrong, have reached the maximum. */
export async function hasFailedProofs({ store }: Needs, { counted }: Attempt): Promise<boolean> {
  const counters = await Promise.all(counted.map(({ counterId }) => store.get('rateCounter', { counterId })));
  return counters.some((counter) => counter !== undefined && counter.count >= wrongProofsMax);
}

async function admit(needs: Needs, attempt: Attempt): Promise<Attempt> {
  for (let round = 1; ; round += 1) {
    const blocked = await withRetries(needs, () => tryToCount(needs, attempt));
    if (blocked === undefined) return attempt;
    if (!blocked.isUnderWay || round === roundsMax) throw tooManyAttempts(blocked.waitMs);
    await needs.clock.sleep(50 + needs.random.below(100));
  }
}

/** Counts a failed attempt in the buckets that count failures only. */
export async function noteFailure({ store, clock }: Needs, attempt: Attempt): Promise<void> {
  for (const { counterId } of attempt.onFailure) {
    const seen = await store.get('rateCounter', { counterId });
    try {
      await store.commit([countAttempt(counterId, seen, clock.now())]);
    } catch (thrown) {
      // Another failure of this network was counted just now: close enough, and nobody waits for a crowded counter.
      if (!(thrown instanceof WriteConflict)) throw thrown;
    }
  }
}

/** Clears the buckets of an attempt whose password was right. */
export async function forgetFailures(needs: Needs, attempt: Attempt): Promise<void> {
  for (const { counterId } of attempt.counted) await clear(needs, counterId);
}

/** Clears the bucket of all strangers at an account: its mailbox's owner has chosen a new password. */
export async function forgiveAccount(needs: Needs, emailHash: string): Promise<void> {
  const { counterId } = await accountBucket(needs, emailHash, 'login');
  await clear(needs, counterId);
}

async function clear({ store }: Needs, counterId: string): Promise<void> {
  try {
    await store.commit([remove('rateCounter', { counterId })]);
  } catch (thrown) {
    // There is none, or another right attempt cleared it at the same time. It is done after what the right attempt opened,
    // which stands also when the store is away.
    if (!(thrown instanceof WriteConflict || thrown instanceof StoreUnavailable)) throw thrown;
  }
}

/** Hashes the id of a bucket, because an address and a device identify a person. */
async function bucketOf({ keys }: Needs, scope: string, of: readonly string[], backOff: BackOff): Promise<Bucket> {
  return { counterId: `${scope}:${await keys.codeHash(scope, JSON.stringify(of))}`, backOff };
}

function accountBucket(needs: Needs, emailHash: string, guessed: Guessed): Promise<Bucket> {
  return bucketOf(needs, `${guessed}-account`, [emailHash], perAccount);
}

async function bucketsOf(needs: Needs, attempter: Attempter, guessed: Guessed): Promise<Attempt> {
  const { emailHash, deviceId, clientAddress } = attempter;
  if (deviceId !== undefined) {
    return { counted: [await bucketOf(needs, `${guessed}-device`, [emailHash, deviceId], narrow)], onFailure: [] };
  }
  const network = addressBlock(clientAddress);
  const hour = String(Math.floor(needs.clock.now() / networkWindowMs));
  return {
    counted: [
      await bucketOf(needs, `${guessed}-network-account`, [emailHash, network], narrow),
      await accountBucket(needs, emailHash, guessed),
    ],
    onFailure: [await bucketOf(needs, `${guessed}-network`, [network, hour], perNetwork)],
  };
}

type Blocked = { readonly waitMs: number; readonly isUnderWay: boolean };

/** Counts the attempt, or returns how long to wait while a bucket is in its back-off. */
async function tryToCount({ store, clock }: Needs, attempt: Attempt): Promise<Blocked | undefined> {
  const buckets = [...attempt.counted, ...attempt.onFailure];
  const counters = await Promise.all(buckets.map(({ counterId }) => store.get('rateCounter', { counterId })));
  const nowMs = clock.now();
  const blocked = buckets
    .map(({ backOff }, index) => ({ counter: counters[index], waitMs: waitOf(backOff, counters[index], nowMs) }))
    .filter(({ waitMs }) => waitMs > 0);
  if (blocked.length > 0) {
    return {
      waitMs: Math.max(...blocked.map(({ waitMs }) => waitMs)),
      isUnderWay: blocked.every(({ counter }) => isRecent(counter, nowMs)),
    };
  }
  const writes = attempt.counted.map(({ counterId }, index): Write => countAttempt(counterId, counters[index], nowMs));
  await commitForRetry(store, writes);
  return undefined;
}

function isRecent(counter: RateCounter | undefined, nowMs: number): boolean {
  return counter !== undefined && nowMs < countedAtMs(counter) + underWayMs;
}

function tooManyAttempts(waitMs: number): AppError {
  return new AppError('TooManyRequests', `Too many attempts. Try again in ${waitInWords(waitMs)}.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
