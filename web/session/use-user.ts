import type { ReplyOf } from '#shared/contract/index.ts';
import { useRead } from '#web/lib/use-api.ts';

/** The signed-in person. */
export type CurrentUser = ReplyOf<'user.read'>;

/** Reads who is signed in: kept for good, not read again on focus. `data` is undefined while loading and for a guest. */
export function useUser() {
  return useRead('user.read', {});
}

/**
 * Reads who is signed in for a page or dialog that goes by the balance. Money may have come since: unless it was read
 * just now, it is read again when the page or dialog opens.
 */
export function useFreshUser() {
  return useRead('user.read', {}, { revalidateIfStale: true });
}
