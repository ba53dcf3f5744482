import { update } from '#functions/ports/store.ts';
import { makeAdmin } from '#bin/make-admin.ts';
import { localStore } from '#bin/operator/local-store.ts';

/**
 * Makes an account of a local stack an admin who signs in without a code, so that looking around takes no mailbox. Written
 * past the rules, into the local table: nothing that deploys knows such an exemption.
 */
export async function makeLocalAdmin(servicesFile: string, address: string): Promise<void> {
  const access = localStore(servicesFile);
  const admin = await makeAdmin(access, address);
  await access.store.commit([update('user', admin, { isTwoFactorEnabled: false })]);
}
