/** When some tab of this browser last refreshed the session; shared by all of them. */
const refreshedAtKey = 'satchel.refreshed-at';

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

/** Runs alone in this browser, also across tabs, where the browser has locks. */
function alone<T>(task: () => Promise<T>): Promise<T> {
  return typeof navigator !== 'undefined' && 'locks' in navigator
    ? navigator.locks.request('satchel.refresh', task)
    : task();
}

/**
 * Makes the function that renews the session: one refresh at a time, shared by everybody who waits for it. A tab that
 * had to wait for another's refresh does not refresh again: its request was sent before, so its cookies are new now.
 */
export function refresherOf(refresh: () => Promise<void>): (requestSentAt: number) => Promise<void> {
  let running: Promise<void> | undefined;
  return (requestSentAt) => {
    running ??= alone(async () => {
      if (lastRefresh() > requestSentAt) return;
      await refresh();
      noteRefresh();
    }).finally(() => {
      running = undefined;
    });
    return running;
  };
}
