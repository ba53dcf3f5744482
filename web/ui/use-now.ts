import { onServerClock, serverNow } from '#web/lib/server-clock.ts';
import { useCallback, useSyncExternalStore } from 'react';

type Ticker = { now: number; stop: (() => void) | undefined; readonly listeners: Set<() => void> };

const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  let ticker = tickers.get(everyMs);
  if (!ticker) {
    ticker = { now: serverNow(), stop: undefined, listeners: new Set() };
    tickers.set(everyMs, ticker);
  }
  return ticker;
}

function tick(ticker: Ticker): void {
  ticker.now = serverNow();
  for (const listener of ticker.listeners) listener();
}

/** The server's present moment in milliseconds, renewed every `everyMs`: for "3 min. ago" and countdowns (`useNow(1000)`). */
export function useNow(everyMs = 30_000): number {
  const listen = useCallback(
    (listener: () => void) => {
      const ticker = tickerOf(everyMs);
      ticker.listeners.add(listener);
      if (ticker.stop === undefined) {
        ticker.now = serverNow();
        const timer = setInterval(() => tick(ticker), everyMs);
        const stopHearing = onServerClock(() => tick(ticker));
        ticker.stop = () => {
          clearInterval(timer);
          stopHearing();
        };
      }
      return () => {
        ticker.listeners.delete(listener);
        if (ticker.listeners.size > 0) return;
        ticker.stop?.();
        ticker.stop = undefined;
      };
    },
    [everyMs],
  );
  const read = () => tickerOf(everyMs).now;
  return useSyncExternalStore(listen, read, read);
}
