import type { User } from '#functions/ports/entities/accounts.ts';
import type { EmailVerification, RateCounter } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';

/** Keeps the hash of a verification code from fitting anything else. */
export const verificationPurpose = 'email-verification';

const codeBytes = 32;
const validMs = dayMs;
const mailsPerHour = 5;

type Needs = Pick<Services, 'keys' | 'clock' | 'random'>;

/** Makes a new code, and the write that stores its hash, never the code itself. */
export async function newVerification(
  { keys, clock, random }: Needs,
  user: Pick<User, 'userId' | 'email'>,
): Promise<{ readonly code: string; readonly write: Write }> {
  const code = random.token(codeBytes);
  const nowMs = clock.now();
  const verification: EmailVerification = {
    codeHash: await keys.codeHash(verificationPurpose, code),
    userId: user.userId,
    email: user.email,
    usedAtMs: undefined,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + validMs,
    version: 1,
  };
  return { code, write: insert('emailVerification', verification) };
}

/** Returns the id of the counter of an address's sign-up mails in an hour, which begins with the first mail. */
export function mailCounterId(emailHash: string): string {
  return `verification-mails:${emailHash}`;
}

/** The write that counts one more mail; undefined when this hour has had its five. */
export function countMail(emailHash: string, seen: RateCounter | undefined, nowMs: number): Write | undefined {
  if (seen === undefined) {
    const counter = { counterId: mailCounterId(emailHash), count: 1, expiresAtMs: nowMs + hourMs, version: 1 };
    return insert('rateCounter', counter);
  }
  return seen.count < mailsPerHour ? update('rateCounter', seen, { count: seen.count + 1 }) : undefined;
}
