/** Storage key of the time when some tab of this browser last renewed the session, or signed in. */
export const refreshedAtKey = 'satchel.refreshed-at';

let refreshedHereAt = 0;

function lastRefresh(): number {
  try {
    return Math.max(refreshedHereAt, Number(localStorage.getItem(refreshedAtKey) ?? 0));
  } catch {
    return refreshedHereAt;
  }
}

function noteRefresh(): void {
  refreshedHereAt = Date.now();
  try {
    localStorage.setItem(refreshedAtKey, String(refreshedHereAt));
  } catch {
    // Without storage every tab refreshes for itself; the lock still keeps them one after the other.
  }
}

/** The lock that tabs renew the session under, one after the other. */
export const refreshLock = 'satchel.refresh';

/** Runs a task while no other tab of this browser runs one, where the browser has locks. */
function alone<T>(task: () => Promise<T>): Promise<T> {
  return typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks.request(refreshLock, task) : task();
}

/** Renewals of the session. */
export type SessionRefresh = {
  /** Renews the session, unless this tab or another did so after `requestSentAt` (ms). */
  readonly renew: (requestSentAt: number) => Promise<void>;
  /**
   * Runs a task when no renewal is under way. For signing in: a renewal that is refused late removes the cookies, and
   * would remove the new ones.
   */
  readonly afterwards: <T>(task: () => Promise<T>) => Promise<T>;
  /** Notes that the session is new: by a sign-in. */
  readonly noteRenewed: () => void;
};

/**
 * Returns renewals of the session that run one at a time, each shared by everybody who waits for it. A tab that had to
 * wait for another tab's renewal does not renew again: its request was sent before, so its cookies are new now.
 */
export function refresherOf(refresh: () => Promise<void>): SessionRefresh {
  let running: Promise<void> | undefined;
  return {
    renew(requestSentAt) {
      running ??= alone(async () => {
        const at = lastRefresh();
        // A time to come is from before this device's clock was set back.
        if (at > requestSentAt && at <= Date.now()) return;
        await refresh();
        noteRefresh();
      }).finally(() => {
        running = undefined;
      });
      return running;
    },
    async afterwards(task) {
      await running?.catch(() => undefined);
      return alone(task);
    },
    noteRenewed: noteRefresh,
  };
}
