/** Counts the events of functions, so that a reader of what they write can wait for the next one. */
export type Pulse = {
  /** Says that a function has ended an event: something may have been written. */
  readonly beat: () => void;
  readonly beats: () => number;
  /** Resolves once there were more beats than `beats`, after `longestMs`, or when the signal is aborted. */
  readonly wait: (beats: number, longestMs: number, signal: AbortSignal) => Promise<void>;
};

/** Starts at no beat. */
export function createPulse(): Pulse {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    beat: () => {
      count += 1;
      for (const wake of waiting) wake();
    },
    beats: () => count,
    wait: async (beats, longestMs, signal) => {
      if (count > beats || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, longestMs);
        waiting.add(done);
        signal.addEventListener('abort', done);
      });
    },
  };
}
