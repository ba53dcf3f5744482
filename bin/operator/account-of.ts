import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { CommandFailure } from '../command-line/run-command.ts';
import type { OperatorAccess } from './local-store.ts';

/** Returns the account of an e-mail address. Throws CommandFailure when there is none. */
export async function accountOf({ store, keys }: OperatorAccess, address: string): Promise<User> {
  const owner = await store.get('emailOwner', { emailHash: await keys.emailHash(normaliseEmail(address)) });
  const user = owner && (await store.get('user', { userId: owner.userId }));
  if (!user) throw new CommandFailure(`No account has the address ${address}.`);
  return user;
}
