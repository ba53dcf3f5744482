/** When some tab of this browser last refreshed the session, or signed in; shared by all of them. */
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

/** Runs alone in this browser, also across tabs, where the browser has locks. */
function alone<T>(task: () => Promise<T>): Promise<T> {
  return typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks.request(refreshLock, task) : task();
}

/** Renews the session. */
export type SessionRefresh = {
  /** Renews it, unless that was done after `requestSentAt` (ms): by this tab or another. */
  readonly renew: (requestSentAt: number) => Promise<void>;
  /**
   * Does something when no renewal is under way. For signing in: a renewal that is refused late takes the cookies away,
   * and they would be the new ones.
   */
  readonly afterwards: <T>(task: () => Promise<T>) => Promise<T>;
  /** Notes that the session is new: by a sign-in. */
  readonly noteRenewed: () => void;
};

/**
 * One refresh at a time, shared by everybody who waits for it. A tab that had to wait for another's refresh does not
 * refresh again: its request was sent before, so its cookies are new now.
 */
export function refresherOf(refresh: () => Promise<void>): SessionRefresh {
  let running: Promise<void> | undefined;
  return {
    renew(requestSentAt) {
      running ??= alone(async () => {
        if (lastRefresh() > requestSentAt) return;
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
