import type { Clock } from '#functions/ports/clock.ts';

/** A clock that stands still until it is moved; sleeping moves it. */
export type ManualClock = Clock & { advance(milliseconds: number): void };

/** Makes a clock that begins at a fixed moment. */
export function manualClock(startMs = Date.UTC(2026, 10, 21)): ManualClock {
  let now = startMs;
  const advance = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { now: () => now, sleep: (milliseconds) => Promise.resolve(advance(milliseconds)), advance };
}
