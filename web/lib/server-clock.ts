/** Lag of this device's clock behind the server's, in milliseconds; negative when it is ahead. */
let behindMs = 0;

const listeners = new Set<() => void>();

/** The `Date` of an answer has whole seconds and is as old as the answer's way here. */
const vaguenessMs = 3000;

/** Takes the server's time from an answer's `Date`. */
export function noteServerDate(date: string | null): void {
  const foundMs = Date.parse(date ?? '') - Date.now();
  // The largest of nearly equal lags was delayed the least on its way.
  if (Number.isNaN(foundMs) || (foundMs <= behindMs && foundMs > behindMs - vaguenessMs)) return;
  const wasWrong = Math.abs(foundMs - behindMs) > vaguenessMs;
  behindMs = foundMs;
  if (wasWrong) for (const listener of listeners) listener();
}

/** The server's present moment, in milliseconds: what countdowns to a time that it named count from. */
export function serverNow(): number {
  return Date.now() + behindMs;
}

/** Calls `listener` when the server's clock turns out to be another than was thought. Returns how to stop that. */
export function onServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
