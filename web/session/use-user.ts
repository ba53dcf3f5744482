import type { ReplyOf } from '#shared/contract/index.ts';
import { useRead } from '#web/lib/use-api.ts';

/** The signed-in person. */
export type CurrentUser = ReplyOf<'user.read'>;

/** Reads who is signed in: kept for good, not read again on focus. `data` is undefined while loading and for a guest. */
export function useUser() {
  return useRead('user.read', {});
}

/**
 * Reads who is signed in for a page or dialog that goes by the balance. It looks for news when it opens: money that came
 * is a notification, and with more of them who is signed in is read again.
 */
export function useFreshUser() {
  useRead('notifications.unread', {});
  return useUser();
}
