import type * as z from 'zod/mini';
import { unreadMax, type Notification as WireNotification, type Unread } from '#shared/contract/notifications.ts';
import type { Id } from '#shared/ids.ts';
import type { Notification, NotificationState } from '#functions/ports/entities/notifications.ts';
import type { Page, PageQuery, Store } from '#functions/ports/store.ts';

/** A page of notifications with how far they were read. */
export type FoundNotifications = {
  readonly page: Page<Notification>;
  readonly state: NotificationState | undefined;
};

/** Reads a page of a person's notifications, newest first, in one round trip. */
export async function listNotifications(
  store: Pick<Store, 'listNotifications' | 'get'>,
  userId: Id<'user'>,
  query: PageQuery,
): Promise<FoundNotifications> {
  const [page, state] = await Promise.all([
    store.listNotifications(userId, query),
    store.get('notificationState', { userId }),
  ]);
  return { page, state };
}

/** Counts a person's unread notifications, up to `unreadMax`. */
export async function countUnread(
  store: Pick<Store, 'countNotifications' | 'get'>,
  userId: Id<'user'>,
): Promise<z.input<typeof Unread>> {
  const state = await store.get('notificationState', { userId });
  const newer = await store.countNotifications(userId, { after: state?.readThrough, limit: unreadMax });
  return { unread: Math.min(newer + (state?.lateIds ?? []).length, unreadMax) };
}

/** Describes a notification for the API. */
export function describeNotification(
  { notificationId, kind, title, body, link, createdAtMs }: Notification,
  state: NotificationState | undefined,
): z.input<typeof WireNotification> {
  const isRead = isReadIn(state, notificationId) && state.lateIds?.includes(notificationId) !== true;
  return {
    _id: notificationId,
    kind,
    title,
    body,
    link: link ?? null,
    createdAt: new Date(createdAtMs).toISOString(),
    readAt: isRead ? new Date(state.readAtMs).toISOString() : null,
  };
}

/** True for a notification up to which, or beyond which, everything was read at some time. */
export function isReadIn(
  state: NotificationState | undefined,
  notificationId: Notification['notificationId'],
): state is NotificationState {
  return state?.readThrough !== undefined && notificationId <= state.readThrough;
}
