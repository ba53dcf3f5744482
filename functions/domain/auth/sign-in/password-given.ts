import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { challengeMs } from '#functions/domain/auth/challenge.ts';

type Needs = Pick<Services, 'keys' | 'clock'>;

const purpose = 'password-given';

/**
 * Makes the token that a browser keeps between the password and a code of the app or a recovery code. It proves for ten
 * minutes that this browser gave the password, and opens nothing by itself. A code from another browser opens nothing
 * either: the holder of the phone alone must not get in while the owner signs in. Each browser has a token of its own,
 * so a thief of the password cannot void the owner's.
 */
export function passwordGivenToken(needs: Needs, { userId, sessionGeneration }: User): Promise<string> {
  return tokenOf(needs, userId, sessionGeneration, needs.clock.now() + challengeMs);
}

/**
 * True when a token proves that its browser gave this account's password in the last ten minutes. A new password voids
 * it. A suspended or locked person must still learn of that, so a token from before the suspension or lock counts.
 */
export async function gavePassword(needs: Needs, user: User, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  const [expiresAtMs = 0, generation = 0] = token.split('.').map(Number);
  if (!(expiresAtMs > needs.clock.now())) return false;
  const isBarred = user.isSuspended || user.isLockedUntilReset;
  if (!isBarred && generation !== user.sessionGeneration) return false;
  const expected = await tokenOf(needs, user.userId, generation, expiresAtMs);
  // Both are hashed once more, so that the duration of the comparison reveals nothing about the token.
  const [held, right] = await Promise.all([token, expected].map((each) => needs.keys.codeHash(purpose, each)));
  return held === right;
}

async function tokenOf(
  { keys }: Pick<Services, 'keys'>,
  userId: User['userId'],
  generation: number,
  expiresAtMs: number,
): Promise<string> {
  const hash = await keys.codeHash(purpose, JSON.stringify([userId, generation, expiresAtMs]));
  return `${expiresAtMs}.${generation}.${hash}`;
}
