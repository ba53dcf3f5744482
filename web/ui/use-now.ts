import { useCallback, useSyncExternalStore } from 'react';

type Ticker = { now: number; timer: ReturnType<typeof setInterval> | undefined; readonly listeners: Set<() => void> };

const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  let ticker = tickers.get(everyMs);
  if (!ticker) {
    ticker = { now: Date.now(), timer: undefined, listeners: new Set() };
    tickers.set(everyMs, ticker);
  }
  return ticker;
}

function tick(ticker: Ticker): void {
  ticker.now = Date.now();
  for (const listener of ticker.listeners) listener();
}

/** The present moment in milliseconds, renewed every `everyMs`: for "3 min. ago" and countdowns (`useNow(1000)`). */
export function useNow(everyMs = 30_000): number {
  const listen = useCallback(
    (listener: () => void) => {
      const ticker = tickerOf(everyMs);
      ticker.listeners.add(listener);
      if (ticker.timer === undefined) {
        ticker.now = Date.now();
        ticker.timer = setInterval(() => tick(ticker), everyMs);
      }
      return () => {
        ticker.listeners.delete(listener);
        if (ticker.listeners.size > 0) return;
        clearInterval(ticker.timer);
        ticker.timer = undefined;
      };
    },
    [everyMs],
  );
  const read = () => tickerOf(everyMs).now;
  return useSyncExternalStore(listen, read, read);
}
