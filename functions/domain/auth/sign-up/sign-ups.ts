import type { SignUp, SignUps } from '#functions/ports/entities/sign-in.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { dayMs } from '#functions/domain/durations.ts';

/**
 * Maximum number of sign-ups with one address that wait side by side; a further one replaces the oldest. An address
 * gets five mails an hour, so an owner's own sign-up waits at least an hour, even while strangers sign up with the
 * address.
 */
const waitingMax = 5;

/** Time to live of sign-ups that nobody confirms, counted from the last one, in milliseconds. */
const waitMs = 30 * dayMs;

/** Returns the waiting sign-up with the same names, password and referrer as this one; undefined when there is none. */
export function sameSignUp(
  seen: SignUps | undefined,
  given: Omit<SignUp, 'userId' | 'createdAtMs'>,
): SignUp | undefined {
  return seen?.waiting.find(
    ({ firstname, lastname, passwordHash, referredBy }) =>
      firstname === given.firstname &&
      lastname === given.lastname &&
      passwordHash === given.passwordHash &&
      referredBy === given.referredBy,
  );
}

/** Adds a sign-up to those that wait: by default from its creation. Returns them, and the write that stores them. */
export function withSignUp(
  seen: SignUps | undefined,
  emailHash: string,
  signUp: SignUp,
  waitsFromMs = signUp.createdAtMs,
): { readonly waiting: readonly SignUp[]; readonly write: Write } {
  const others = seen?.waiting.filter(({ userId }) => userId !== signUp.userId) ?? [];
  const waiting = [...others, signUp].slice(-waitingMax);
  const expiresAtMs = waitsFromMs + waitMs;
  return {
    waiting,
    write:
      seen === undefined
        ? insert('signUps', { emailHash, waiting, expiresAtMs, version: 1 })
        : update('signUps', seen, { waiting, expiresAtMs: Math.max(expiresAtMs, seen.expiresAtMs) }),
  };
}

/** Returns when a sign-up was made, for its mail; undefined unless another sign-up waits beside it. */
export function signedUpAt(waiting: readonly SignUp[], { createdAtMs }: SignUp): number | undefined {
  return waiting.length > 1 ? createdAtMs : undefined;
}
