import type { RequestInputOf } from '#shared/contract/index.ts';
import { ApiError } from './api-error.ts';
import { call } from './api.ts';

/** True where this browser can make and use passkeys. */
export function canUsePasskeys(): boolean {
  return passkeyObstacle() === undefined;
}

/**
 * Returns why no passkey can be made or used here; undefined where one can. Passkeys need a name, so they don't work at
 * a bare network address. A site on this computer has a name as well.
 */
export function passkeyObstacle(): string | undefined {
  const { hostname, origin } = window.location;
  if (hostname === '127.0.0.1' || hostname === '[::1]') {
    return `Passkeys don’t work at this address. Open ${origin.replace(hostname, 'localhost')} instead.`;
  }
  if (/^[\d.]+$|:/.test(hostname)) return 'Passkeys don’t work at this address.';
  const isKnown = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  return isKnown ? undefined : 'Passkeys don’t work in this browser.';
}

/** Has the browser make a passkey for this account. Throws ApiError, also when the person stops it. */
export async function makePasskey(): Promise<RequestInputOf<'user.add-passkey'>['body']['attestation']> {
  const options = await call('user.passkey-options');
  return answerOf(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
    }),
  );
}

/** Has the browser use a passkey, for a sign-in or a proof of presence. Throws ApiError, also when the person stops it. */
export async function askForPasskey(
  purpose: 'sign-in' | 'proof',
): Promise<RequestInputOf<'auth.passkey'>['body']['assertion']> {
  const obstacle = passkeyObstacle();
  if (obstacle !== undefined) throw new ApiError({ status: 0, message: obstacle });
  const options = await call('auth.passkey-options', { body: { purpose } });
  return answerOf(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never) }),
  );
}

async function answerOf<T>(ask: () => Promise<Credential | null>): Promise<T> {
  try {
    const credential = await ask();
    if (credential) return (credential as PublicKeyCredential).toJSON() as T;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'InvalidStateError')
      throw new ApiError({ status: 0, message: 'This device already has a passkey for your account.' });
    if (!(thrown instanceof DOMException)) throw thrown;
  }
  throw new ApiError({ status: 0, message: 'No passkey was used. Try again, or use another way.' });
}
