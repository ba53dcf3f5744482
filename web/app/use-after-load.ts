import { useEffect, useState } from 'react';

/** Interval of checking whether the document has loaded, in milliseconds: the page's own requests come first. */
const lookEveryMs = 2_000;

/** True where the next part can be fetched: there is a connection, or a service worker that holds the shell. */
function canFetch(): boolean {
  return navigator.onLine || Boolean(navigator.serviceWorker?.controller);
}

/**
 * True some time after the document has loaded, for parts that nobody waits for. Stays false while nothing can be
 * fetched.
 */
export function useAfterLoad(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    if (isAfter) return undefined;
    const timer = setInterval(() => setAfter(document.readyState === 'complete' && canFetch()), lookEveryMs);
    return () => clearInterval(timer);
  }, [isAfter]);
  return isAfter;
}
