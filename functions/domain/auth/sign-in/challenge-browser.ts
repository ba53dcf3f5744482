import type { Challenge } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';

const purpose = 'challenge-browser';

/**
 * Makes the token that the browser of a challenge keeps. It proves that this browser gave the password, and opens
 * nothing by itself.
 */
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
  // Both are hashed once more, so that the duration of the comparison reveals nothing about the token.
  const [held, expected] = await Promise.all([
    keys.codeHash(purpose, browserToken),
    keys.codeHash(purpose, await browserTokenOf({ keys }, challenge)),
  ]);
  return held === expected;
}
