/**
 * Caches the result of `load` per key for this many milliseconds. Callers that come while it loads wait for the same
 * load; a failed one is not kept. When a reload fails, callers see that failure rather than a stale answer.
 */
export function singleFlightCache<T>(
  keptMs: number,
  load: (key: string) => Promise<T>,
): (key: string, nowMs: number) => Promise<T> {
  const entries = new Map<string, { readonly value: Promise<T>; readonly staleAtMs: number }>();
  return (key, nowMs) => {
    const known = entries.get(key);
    if (known !== undefined && nowMs < known.staleAtMs) return known.value;
    const entry = { value: load(key), staleAtMs: nowMs + keptMs };
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
}
