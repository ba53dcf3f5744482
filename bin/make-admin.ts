/**
 * Makes a verified account an admin: the only way there is. Locally:
 *
 *     node bin/make-admin.ts someone@example.com .local/services.json
 *
 * On AWS the same with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 */
import { update } from '#functions/ports/store.ts';
import { required } from './command-line/arguments.ts';
import { email } from './command-line/kinds.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';
import { accountOf } from './operator/account-of.ts';
import type { OperatorAccess } from './operator/local-store.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

/** Gives the account of an address the role. Throws CommandFailure when there is none, or when it is not verified. */
export async function makeAdmin(access: OperatorAccess, address: string): Promise<void> {
  const { store } = access;
  const user = await accountOf(access, address);
  if (!user.isVerified) throw new CommandFailure(`${address} is not verified yet.`);
  // A change of what somebody may do ends every session that was opened before it.
  const sessionGeneration = user.sessionGeneration + 1;
  await store.commit([update('user', user, { role: 'admin', sessionGeneration, updatedAtMs: Date.now() })]);
}

await runCommand(
  import.meta,
  {
    summary: 'Makes a verified account an admin: the only way there is.',
    positionals: { email: required(email, 'address of the account'), services: servicesFile },
  },
  async ({ email: address, services }) => {
    await makeAdmin(operatorAccess(services), address);
    console.log(`${address} is an admin now.`);
  },
);
