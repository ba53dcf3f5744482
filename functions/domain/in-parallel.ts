/**
 * Works on items, `atOnce` at a time. An item that fails does not stop the others. Once `isOver` returns true, no
 * further item is begun. Returns the numbers of items that were done, that failed, and that were left.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
  onFailure: (item: T, thrown: unknown) => void,
  isOver: () => boolean = () => false,
): Promise<{ readonly done: number; readonly failed: number; readonly left: number }> {
  const rest = items.values();
  let done = 0;
  let failed = 0;
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const next = rest.next();
      if (next.done) return;
      const item = next.value;
      try {
        await work(item);
        done += 1;
      } catch (thrown) {
        failed += 1;
        onFailure(item, thrown);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  return { done, failed, left: items.length - done - failed };
}
