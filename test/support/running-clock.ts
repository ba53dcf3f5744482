import type { Clock } from '#functions/ports/clock.ts';

/** Makes a clock that runs in real time from a given moment: for tests of parallel requests. */
export function runningClock(startMs: number): Clock {
  const bornMs = performance.now();
  return {
    now: () => Math.floor(startMs + performance.now() - bornMs),
    sleep: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
  };
}
