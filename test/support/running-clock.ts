import type { Clock } from '#functions/ports/clock.ts';

/** A clock that runs as real time does, from a moment on: for tests of what happens at once. */
export function runningClock(startMs: number): Clock {
  const bornMs = performance.now();
  return {
    now: () => Math.floor(startMs + performance.now() - bornMs),
    sleep: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
  };
}
