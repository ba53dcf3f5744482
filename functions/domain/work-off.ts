/**
 * Works off a list of due items: reads it again while a read is full, brings new items, and the time is not over.
 * Otherwise more items than one read returns would be done later from run to run. Each item is given to `work` once, as
 * the list may lag behind this run.
 */
export async function workOff<T>(
  list: (limit: number) => Promise<readonly T[]>,
  batch: number,
  keyOf: (item: T) => string,
  work: (items: readonly T[]) => Promise<{ readonly done: number; readonly failed: number }>,
  isOver: () => boolean,
): Promise<{ readonly done: number; readonly failed: number }> {
  const seen = new Set<string>();
  let [done, failed] = [0, 0];
  for (let isMore = true; isMore && !isOver();) {
    const due = await list(batch);
    const fresh = due.filter((each) => !seen.has(keyOf(each)));
    for (const each of fresh) seen.add(keyOf(each));
    const outcome = await work(fresh);
    done += outcome.done;
    failed += outcome.failed;
    isMore = fresh.length > 0 && due.length >= batch;
  }
  return { done, failed };
}
