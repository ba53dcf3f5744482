import { useEffect, useRef } from 'react';

/**
 * Runs `ask` every `everyMs` milliseconds while the page is visible, and at once when it becomes visible again; 0 stops
 * it. One run at a time: the wait begins when an answer has come. (SWR asks a function `refreshInterval` only once it
 * has been asked to go on, so it cannot start a poll that depends on the data.)
 */
export function usePoll(ask: () => Promise<unknown>, everyMs: number): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (everyMs === 0) return undefined;
    let stopped = false;
    let running = false;
    let timer: ReturnType<typeof setTimeout>;
    function plan(): void {
      clearTimeout(timer);
      if (!stopped && document.visibilityState !== 'hidden') timer = setTimeout(run, everyMs);
    }
    function run(): void {
      if (running) return;
      running = true;
      latest
        .current()
        .catch(() => undefined)
        .finally(() => {
          running = false;
          plan();
        });
    }
    function looked(): void {
      if (document.visibilityState === 'hidden') clearTimeout(timer);
      else run();
    }
    plan();
    document.addEventListener('visibilitychange', looked);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', looked);
    };
  }, [everyMs]);
}
