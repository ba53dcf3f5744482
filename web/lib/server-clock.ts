/** Lag of this device's clock behind the server's, in milliseconds; negative when it is ahead. */
let behindMs = 0;

const listeners = new Set<() => void>();

/**
 * Maximum error of one reading, in milliseconds: the `Date` of an answer has whole seconds and is as old as its way
 * here.
 */
const vaguenessMs = 3000;

/** Takes the server's time from an answer's `Date`. */
export function noteServerDate(date: string | null): void {
  const foundMs = Date.parse(date ?? '') - Date.now();
  // Of nearly equal lags, the largest comes from the answer that was delayed the least.
  if (Number.isNaN(foundMs) || (foundMs <= behindMs && foundMs > behindMs - vaguenessMs)) return;
  const wasWrong = Math.abs(foundMs - behindMs) > vaguenessMs;
  behindMs = foundMs;
  if (wasWrong) for (const listener of listeners) listener();
}

/** Returns the server's present moment, in milliseconds. Countdowns to a time that the server named start from it. */
export function serverNow(): number {
  return Date.now() + behindMs;
}

/** Calls `listener` when the server's clock turns out to differ from what was thought. Returns how to stop that. */
export function onServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
