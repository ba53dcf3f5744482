/**
 * Makes a verified account an admin: the only way there is. Locally:
 *
 *     node bin/make-admin.ts someone@example.com .local/services.json
 *
 * On AWS the same with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 */
import { pathToFileURL } from 'node:url';
import { createDocumentClient, createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { readSecret } from '#functions/adapters/secrets/secrets-manager.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { update } from '#functions/ports/store.ts';
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

function awsAccess(): OperatorAccess {
  const { TABLE_NAME: tableName, SESSION_SECRET_ID: secretId } = process.env;
  if (tableName === undefined || secretId === undefined) {
    throw new Error('set TABLE_NAME and SESSION_SECRET_ID, or name a local services.json');
  }
  const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
  return {
    store: createDynamoStore(createDocumentClient(), tableName, clock),
    keys: createKeys({ session: () => readSecret(secretId) }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , email, servicesFile] = process.argv;
  if (email === undefined) throw new Error('usage: node bin/make-admin.ts <email> [path of a local services.json]');
  await makeAdmin(servicesFile === undefined ? awsAccess() : localStore(servicesFile), email);
  console.log(`${email} is an admin now.`);
}
