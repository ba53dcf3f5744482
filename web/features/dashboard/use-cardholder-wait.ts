import { useRead } from '#web/lib/use-api.ts';
import type { CurrentUser } from '#web/session/use-user.ts';

/** Asks for the person again every few seconds until their card profile is there. */
export function useCardholderWait(user: CurrentUser): void {
  useRead('user.read', {}, { refreshInterval: user.cardholderId === null ? 3000 : 0, dedupingInterval: 1000 });
}
