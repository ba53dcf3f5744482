import { localStore } from '#bin/operator/local-store.ts';
import type { Id } from '#shared/ids.ts';
import { update } from '#functions/ports/store.ts';

/**
 * Makes the session of an access cookie one whose owner proved to be there long ago. Written into the table of a local
 * stack: its clock is shared by all tests.
 */
export async function ageSession(servicesFile: string, accessToken: string | undefined): Promise<void> {
  const { store } = localStore(servicesFile);
  const [, claims = ''] = accessToken?.split('.') ?? [];
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid?: string };
  const session = await store.get('session', { sessionId: (sid ?? '') as Id<'session'> });
  if (session === undefined) throw new Error('the cookie names no session');
  await store.commit([update('session', session, { provedAtMs: 0 })]);
}
