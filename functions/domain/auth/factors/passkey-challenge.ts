import type { Services } from '#functions/ports/services.ts';
import type { Quota } from '#functions/domain/auth/quota.ts';

/** Time to live of a passkey's challenge, in milliseconds. */
export const passkeyChallengeMs = 5 * 60_000;

/**
 * The use that a challenge is bound to: a purpose, and a holder, which is a session or, before a sign-in, a browser.
 */
export type ChallengeBond = {
  readonly purpose: 'sign-in' | 'proof' | 'registration';
  readonly holder: string;
};

/**
 * Makes a challenge for an authenticator, as base64url. It carries its own proof, so that making one stores nothing.
 */
export async function newPasskeyChallenge(
  needs: Pick<Services, 'keys' | 'clock' | 'random'>,
  bond: ChallengeBond,
): Promise<string> {
  const expiresAtMs = needs.clock.now() + passkeyChallengeMs;
  const body = `${expiresAtMs}.${needs.random.token(16)}`;
  return Buffer.from(`${body}.${await proofOf(needs, bond, body)}`).toString('base64url');
}

/**
 * Returns the quota that allows a challenge a single use; undefined for a challenge that is not ours, is too old, or
 * was made for another use.
 */
export async function readPasskeyChallenge(
  needs: Pick<Services, 'keys' | 'clock'>,
  bond: ChallengeBond,
  challenge: string,
): Promise<Quota | undefined> {
  const [expiry = '', token = '', proof = ''] = Buffer.from(challenge, 'base64url').toString().split('.');
  const body = `${expiry}.${token}`;
  const isOurs = proof === (await proofOf(needs, bond, body));
  if (!isOurs || Number(expiry) <= needs.clock.now()) return undefined;
  // The counter must outlive the challenge.
  return { counterId: `passkey-challenge:${token}`, max: 1, windowMs: 2 * passkeyChallengeMs };
}

function proofOf({ keys }: Pick<Services, 'keys'>, bond: ChallengeBond, body: string): Promise<string> {
  return keys.codeHash('passkey-challenge', JSON.stringify([bond.purpose, bond.holder, body]));
}
