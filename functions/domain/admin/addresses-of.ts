import type { Id } from '#shared/ids.ts';
import type { Store } from '#functions/ports/store.ts';

/**
 * Reads the present email addresses of accounts, for staff: records name people by their ids alone. One round trip; what
 * is no account, or is gone, has none.
 */
export async function addressesOf(
  store: Pick<Store, 'getMany'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const userIds = [...new Set(ids)].filter((id): id is Id<'user'> => id.startsWith('usr_'));
  if (userIds.length === 0) return new Map();
  const users = await store.getMany(
    'user',
    userIds.map((userId) => ({ userId })),
  );
  return new Map(users.flatMap((user) => (user === undefined ? [] : [[user.userId, user.email]])));
}
