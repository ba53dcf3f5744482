import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Store } from '#functions/ports/store.ts';

/**
 * Reads the accounts with these ids in one round trip, for staff: records hold only the ids of people. Ids of no
 * account, or of one that is gone, are left out.
 */
export async function accountsOf(
  store: Pick<Store, 'getMany'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, User>> {
  const userIds = [...new Set(ids)].filter((id): id is Id<'user'> => id.startsWith('usr_'));
  if (userIds.length === 0) return new Map();
  const users = await store.getMany(
    'user',
    userIds.map((userId) => ({ userId })),
  );
  return new Map(users.flatMap((user) => (user === undefined ? [] : [[user.userId, user]])));
}

/** Reads the present email addresses of accounts, as `accountsOf` reads the accounts. */
export async function addressesOf(
  store: Pick<Store, 'getMany'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const accounts = await accountsOf(store, ids);
  return new Map([...accounts].map(([id, { email }]) => [id, email]));
}
