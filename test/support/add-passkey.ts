import { addPasskey } from '#functions/domain/auth/factors/add-passkey.ts';
import { creationOptions } from '#functions/domain/auth/factors/passkey-options.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { softwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';

/** The site of the worlds in memory, as authenticators know it. */
export const testSite = { origin: 'https://satchel.example', rpId: 'satchel.example' };

/** A passkey of an account, and the reply when it was added. */
export type AddedPasskey = Awaited<ReturnType<typeof addPasskey>> & { readonly authenticator: SoftwareAuthenticator };

/** Adds a passkey to an account, as its owner's browser does. */
export async function addTestPasskey(services: Services, user: User): Promise<AddedPasskey> {
  const session = newSession(services, user);
  const authenticator = softwareAuthenticator(testSite);
  const attestation = authenticator.make(await creationOptions(services, { user, session }));
  return { ...(await addPasskey(services, { session, attestation, name: 'Phone' })), authenticator };
}
