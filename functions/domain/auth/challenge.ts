import type { User } from '#functions/ports/entities/accounts.ts';
import type { Challenge, ChallengePurpose } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { minuteMs } from '#functions/domain/durations.ts';
import type { Quota } from './quota.ts';

/** Time to live of mailed digits, in milliseconds. */
export const challengeMs = 10 * minuteMs;

type Needs = Pick<Services, 'keys' | 'clock' | 'random'>;

/** The person, the purpose and the email address of a challenge. */
type About = { readonly user: User; readonly purpose: ChallengePurpose; readonly email: string };

/** Makes new digits and the challenge to store: a keyed hash, never the digits. It replaces `seen`, used up or not. */
export async function newChallenge(
  { keys, clock, random }: Needs,
  { user, purpose, email }: About,
  seen: Challenge | undefined,
): Promise<{ readonly code: string; readonly challenge: Challenge; readonly write: Write }> {
  const code = String(random.below(1_000_000)).padStart(6, '0');
  const nowMs = clock.now();
  const identity = { userId: user.userId, purpose, challengeId: random.token(16) };
  const fresh = {
    ...identity,
    codeHash: await hashOf({ keys }, identity, code),
    email,
    sessionGeneration: user.sessionGeneration,
    usedAtMs: undefined,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + challengeMs,
  };
  const challenge: Challenge = { ...fresh, version: (seen?.version ?? 0) + 1 };
  return {
    code,
    challenge,
    write: seen === undefined ? insert('challenge', challenge) : update('challenge', seen, fresh),
  };
}

/** Hashes digits, bound to one challenge, its person and its purpose. */
export function hashOf(
  { keys }: Pick<Services, 'keys'>,
  { userId, purpose, challengeId }: Pick<Challenge, 'userId' | 'purpose' | 'challengeId'>,
  code: string,
): Promise<string> {
  return keys.codeHash('one-time-code', JSON.stringify([purpose, userId, challengeId, code]));
}

/** True while the digits of a challenge may still be given. */
export function isOpen(challenge: Challenge, user: User, nowMs: number): boolean {
  return (
    challenge.usedAtMs === undefined &&
    challenge.expiresAtMs > nowMs &&
    challenge.sessionGeneration === user.sessionGeneration
  );
}

/**
 * Maximum number of unused sets of digits that a person is mailed. A new password starts the count again, because it
 * was chosen by the mailbox's owner.
 */
export function challengeQuotas(user: User, purpose: ChallengePurpose): readonly Quota[] {
  const of = `${purpose}:${user.userId}:${user.sessionGeneration}`;
  return [
    { counterId: `challenges-hour:${of}`, max: 5, windowMs: 60 * minuteMs },
    { counterId: `challenges-day:${of}`, max: 10, windowMs: 24 * 60 * minuteMs },
  ];
}

/** Maximum number of guesses at one set of digits by one kind of guesser. */
export function guessQuota({ challengeId }: Challenge, guesser: 'owner' | 'stranger'): Quota {
  // The counter must outlive the challenge.
  return { counterId: `guesses:${guesser}:${challengeId}`, max: 5, windowMs: 2 * challengeMs };
}
