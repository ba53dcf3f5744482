/**
 * Makes a verified account an admin: the only way there is. Locally:
 *
 *     node bin/make-admin.ts someone@example.com .local/services.json
 *
 * On AWS the same with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 */
import { pathToFileURL } from 'node:url';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { update } from '#functions/ports/store.ts';
import { awsStore } from './aws-store.ts';
import { localStore, type OperatorAccess } from './local-store.ts';

/** Gives the account of an address the role. Throws when there is none, or when it is not verified. */
export async function makeAdmin({ store, keys }: OperatorAccess, email: string): Promise<void> {
  const owner = await store.get('emailOwner', { emailHash: await keys.emailHash(normaliseEmail(email)) });
  const user = owner && (await store.get('user', { userId: owner.userId }));
  if (!user) throw new Error(`nobody has an account with ${email}`);
  if (!user.isVerified) throw new Error(`${email} is not verified yet`);
  // A change of what somebody may do ends every session that was opened before it.
  const sessionGeneration = user.sessionGeneration + 1;
  await store.commit([update('user', user, { role: 'admin', sessionGeneration, updatedAtMs: Date.now() })]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , email, servicesFile] = process.argv;
  if (email === undefined) throw new Error('usage: node bin/make-admin.ts <email> [path of a local services.json]');
  await makeAdmin(servicesFile === undefined ? awsStore() : localStore(servicesFile), email);
  console.log(`${email} is an admin now.`);
}
