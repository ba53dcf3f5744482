import type { Notification } from '#functions/ports/entities/notifications.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, WriteConflict } from '#functions/ports/store.ts';

/** Stores a notification once. Returns false when its event has one already. */
export async function storeNotification(
  { store }: Pick<Services, 'store'>,
  notification: Notification,
): Promise<boolean> {
  try {
    await store.commit([insert('notification', notification)]);
    return true;
  } catch (thrown) {
    if (thrown instanceof WriteConflict && thrown.exists('notification')) return false;
    throw thrown;
  }
}
