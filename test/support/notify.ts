import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Notification } from '#functions/ports/entities/notifications.ts';
import { insert } from '#functions/ports/store.ts';
import type { MoneyWorld } from './money-world.ts';
import { idAt, samples } from './sample-entities.ts';

/** Stores notifications of a person and returns their ids, oldest first. */
export async function notify(
  { store, clock }: Pick<MoneyWorld, 'store' | 'clock'>,
  { userId }: Pick<User, 'userId'>,
  count: number,
  changes: Partial<Notification> = {},
): Promise<readonly Id<'notification'>[]> {
  const ids = Array.from({ length: count }, (_, place) => idAt('ntf', place + 1));
  const lasting = { dueAtMs: undefined, expiresAtMs: clock.now() + 60_000 };
  await store.commit(
    ids.map((notificationId) =>
      insert('notification', { ...samples.notification, ...lasting, ...changes, userId, notificationId }),
    ),
  );
  return ids;
}
