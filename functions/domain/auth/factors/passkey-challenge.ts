import type { Services } from '#functions/ports/services.ts';
import type { Quota } from '#functions/domain/auth/quota.ts';

/** Time to live of a passkey's challenge, in milliseconds. */
export const passkeyChallengeMs = 5 * 60_000;

/** Where a challenge may be used: for what, and by whom, which is a session or, before a sign-in, a browser. */
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
 * Returns the quota of one that using up a challenge takes; undefined for a challenge that was made for something else,
 * is too old, or was never ours.
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
