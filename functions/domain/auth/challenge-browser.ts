import type { Challenge } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';

const purpose = 'challenge-browser';

/** What the browser that a challenge was made for holds of it: proves that it gave the password. Opens nothing by itself. */
export function browserTokenOf(
  { keys }: Pick<Services, 'keys'>,
  { challengeId }: Pick<Challenge, 'challengeId'>,
): Promise<string> {
  return keys.codeHash(purpose, challengeId);
}

/** True when a browser holds the token of this very challenge. */
export async function holdsChallenge(
  { keys }: Pick<Services, 'keys'>,
  challenge: Pick<Challenge, 'challengeId'>,
  browserToken: string | undefined,
): Promise<boolean> {
  if (browserToken === undefined) return false;
  // Both are hashed once more, so that the time of comparing tells nothing about the token.
  const [held, expected] = await Promise.all([
    keys.codeHash(purpose, browserToken),
    keys.codeHash(purpose, await browserTokenOf({ keys }, challenge)),
  ]);
  return held === expected;
}
