import { localStore } from '#bin/operator/local-store.ts';
import type { Id } from '#shared/ids.ts';
import { update } from '#functions/ports/store.ts';

/**
 * Makes the last proof of presence in the session of an access cookie an old one. Writes into the table of a local
 * stack instead of moving the clock, which all tests share.
 */
export async function ageSession(servicesFile: string, accessToken: string | undefined): Promise<void> {
  const { store } = localStore(servicesFile);
  const [, claims = ''] = accessToken?.split('.') ?? [];
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid?: string };
  const session = await store.get('session', { sessionId: (sid ?? '') as Id<'session'> });
  if (session === undefined) throw new Error('the cookie names no session');
  await store.commit([update('session', session, { provedAtMs: 0 })]);
}
