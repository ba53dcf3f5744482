import type * as z from 'zod/mini';
import type { Passkey } from '#shared/contract/factors.ts';
import { AppError } from '#shared/errors.ts';
import type { PasskeyFactor } from '#functions/ports/entities/factors.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Quota } from '#functions/domain/auth/quota.ts';
import { changeFactors } from './change-factors.ts';
import { describePasskey } from './describe-security.ts';
import { activeOf, methodsOf } from './factors-of.ts';
import { readPasskeyChallenge } from './passkey-challenge.ts';
import { passkeysMax, tooManyPasskeys } from './passkey-options.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { GivenAttestation, NewCredential } from './webauthn.ts';
import { withoutKinds } from './confirm-totp.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'settings'>;

/** Default name of a passkey. */
const unnamed = 'Passkey';

/**
 * Adds the passkey that the browser of a session made. The first app or passkey of an account comes with recovery
 * codes, to be shown once.
 *
 * Throws AppError ValidationFailed for an attestation that answers no request of this session, Conflict for a passkey
 * that is there already or one too many, or TooManyRequests.
 */
export async function addPasskey(
  needs: Needs,
  given: {
    readonly session: Pick<Session, 'userId' | 'sessionId'>;
    readonly attestation: GivenAttestation;
    readonly name: string | undefined;
  },
): Promise<z.output<typeof Passkey> & { readonly recoveryCodes: string[] | null }> {
  const { session, attestation, name = unnamed } = given;
  const { credential, once } = await readNewCredential(needs, session, attestation);
  const { codes, factor: recovery } = await newRecoveryCodes(needs, session.userId);
  const passkey: PasskeyFactor = {
    kind: 'passkey',
    passkeyId: needs.random.id('passkey'),
    ...credential,
    transports: attestation.response.transports ?? [],
    name,
    addedAtMs: needs.clock.now(),
    lastUsedAtMs: undefined,
  };
  const isFirst = await changeFactors(needs, {
    userId: session.userId,
    change: 'passkey-on',
    quotas: [once],
    decide: ({ factors }) => {
      const present = activeOf(factors, 'passkey');
      if (present.length >= passkeysMax) throw tooManyPasskeys();
      if (present.some(({ credentialId }) => credentialId === passkey.credentialId)) {
        throw new AppError('Conflict', 'This passkey is already yours.');
      }
      const { pendingTotp } = factors;
      if (methodsOf(factors.all) !== undefined) {
        return { after: { all: [...factors.all, passkey], pendingTotp }, name, result: false };
      }
      const all = [...withoutKinds(factors.all, ['recovery'], needs.clock.now()), passkey, recovery];
      return { after: { all, pendingTotp }, name, result: true };
    },
  });
  return { ...describePasskey(passkey), recoveryCodes: isFirst ? codes : null };
}

async function readNewCredential(
  needs: Needs,
  { sessionId }: Pick<Session, 'sessionId'>,
  attestation: GivenAttestation,
): Promise<{ readonly credential: NewCredential; readonly once: Quota }> {
  const { challengeIn, readAttestation } = await import('./webauthn.ts');
  const challenge = challengeIn(attestation);
  const once = await readPasskeyChallenge(needs, { purpose: 'registration', holder: sessionId }, challenge);
  const party = relyingPartyOf(needs.settings);
  const credential = once && (await readAttestation(attestation, { challenge, party }));
  if (once === undefined || credential === undefined) throw notOurs();
  return { credential, once };
}

function notOurs(): AppError {
  return new AppError('ValidationFailed', 'Your browser’s passkey does not answer our request. Start over.', {
    fields: { attestation: 'answers no request of this session' },
  });
}
