import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Store } from '#functions/ports/store.ts';

/** A person with the account. */
export type Person = { readonly user: User; readonly wallet: Wallet };

/** Reads the people with these ids who exist, in that order: one round trip for a hundred of them. */
export async function readPeople(store: Store, userIds: readonly Id<'user'>[]): Promise<readonly Person[]> {
  const keys = userIds.map((userId) => ({ userId }));
  const [users, wallets] = await Promise.all([store.getMany('user', keys), store.getMany('wallet', keys)]);
  return users.flatMap((user, index) => {
    const wallet = wallets[index];
    if (user && !wallet) throw new Error(`no wallet: ${user.userId}`);
    return user && wallet ? [{ user, wallet }] : [];
  });
}
