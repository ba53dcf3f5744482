import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type * as z from 'zod/mini';
import type { Assertion, Attestation } from '#shared/contract/factors.ts';
import type { PasskeyFactor } from '#functions/ports/entities/factors.ts';
import { passkeyAlgorithms } from './passkey-algorithms.ts';
import type { RelyingParty } from './relying-party.ts';

/** An authenticator's answer to the making of a passkey. */
export type GivenAttestation = z.output<typeof Attestation>;
/** An authenticator's answer to the use of a passkey. */
export type GivenAssertion = z.output<typeof Assertion>;

/** The values that an authenticator's answer is checked against. */
type Expected = { readonly challenge: string; readonly party: RelyingParty };

/** The facts of a new passkey that an attestation proves. */
export type NewCredential = Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'signCount'>;

/**
 * Returns the passkey that an attestation proves; undefined for one that answers another challenge, comes from another
 * site, or whose owner was not verified. Who made the authenticator does not matter.
 */
export async function readAttestation(
  attestation: GivenAttestation,
  { challenge, party }: Expected,
): Promise<NewCredential | undefined> {
  const verified = await quietly(() =>
    verifyRegistrationResponse({
      response: { ...attestation, response: withoutTransports(attestation), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    }),
  );
  if (!verified?.verified || isFramed(attestation)) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), signCount: counter };
}

/**
 * Returns the number of uses that a passkey's assertion states; undefined for one that is not right, or whose number has
 * not grown: that passkey was copied.
 */
export async function readAssertion(
  assertion: GivenAssertion,
  { challenge, party, passkey }: Expected & { readonly passkey: PasskeyFactor },
): Promise<number | undefined> {
  const { userHandle, ...response } = assertion.response;
  const verified = await quietly(() =>
    verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: typeof userHandle === 'string' ? { ...response, userHandle } : response,
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.signCount,
      },
    }),
  );
  return verified?.verified && !isFramed(assertion) ? verified.authenticationInfo.newCounter : undefined;
}

/** Returns the challenge that an answer claims to be for; '' for none. */
export function challengeIn(answer: GivenAttestation | GivenAssertion): string {
  const challenge = clientDataOf(answer)['challenge'];
  return typeof challenge === 'string' ? challenge : '';
}

/** True for an answer that was given inside a frame of another site. Our site is never framed. */
function isFramed(answer: GivenAttestation | GivenAssertion): boolean {
  return clientDataOf(answer)['crossOrigin'] === true;
}

function clientDataOf({ response }: GivenAttestation | GivenAssertion): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function withoutTransports({ response }: GivenAttestation) {
  return { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject };
}

/**
 * Returns undefined when the library throws, as it does for every wrong answer: the reason is of no use to the sender.
 */
async function quietly<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
