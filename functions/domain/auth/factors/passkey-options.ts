import type * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#shared/contract/factors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { PasskeyFactor } from '#functions/ports/entities/factors.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { passkeyAlgorithms } from './passkey-algorithms.ts';
import { activeOf, factorsOf } from './factors-of.ts';
import { newPasskeyChallenge, passkeyChallengeMs, type ChallengeBond } from './passkey-challenge.ts';
import { relyingPartyOf } from './relying-party.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'settings'>;

/** Maximum number of passkeys of a person. */
export const passkeysMax = 10;

/**
 * Returns what a browser needs to make a passkey in this session. The passkey carries the account and verifies its
 * owner, so that it signs in without a password too.
 *
 * Throws AppError Conflict for a person with the maximum number of passkeys.
 */
export async function creationOptions(
  needs: Needs,
  { user, session }: { readonly user: User; readonly session: Session },
): Promise<z.output<typeof PasskeyCreationOptions>> {
  const passkeys = activeOf(await factorsOf(needs, user.userId), 'passkey');
  if (passkeys.length >= passkeysMax) throw tooManyPasskeys();
  return {
    challenge: await newPasskeyChallenge(needs, { purpose: 'registration', holder: session.sessionId }),
    rp: { id: relyingPartyOf(needs.settings).id, name: 'Satchel' },
    user: {
      id: Buffer.from(user.userId).toString('base64url'),
      name: user.email,
      displayName: `${user.firstname} ${user.lastname}`,
    },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: passkeyChallengeMs,
    attestation: 'none',
    excludeCredentials: passkeys.map(describeCredential),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/**
 * Returns what a browser needs to use a passkey. Before a sign-in it names no passkey, because that would reveal which
 * accounts have one; the browser offers those that it knows.
 */
export async function requestOptions(
  needs: Needs,
  given: { readonly bond: ChallengeBond; readonly user: User | undefined },
): Promise<z.output<typeof PasskeyRequestOptions>> {
  const { bond, user } = given;
  const passkeys = user === undefined ? [] : activeOf(await factorsOf(needs, user.userId), 'passkey');
  return {
    challenge: await newPasskeyChallenge(needs, bond),
    rpId: relyingPartyOf(needs.settings).id,
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(describeCredential),
  };
}

/** Makes the error for one passkey too many. */
export function tooManyPasskeys(): AppError {
  return new AppError('Conflict', `You have ${passkeysMax} passkeys. Remove one first.`);
}

function describeCredential({ credentialId, transports }: PasskeyFactor) {
  return { type: 'public-key' as const, id: credentialId, transports: [...transports] };
}
