/** Works on items, so many at a time. One that fails does not keep the others; answers how many went well and how many did not. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
  onFailure: (item: T, thrown: unknown) => void,
): Promise<{ readonly done: number; readonly failed: number }> {
  const rest = items.values();
  let done = 0;
  let failed = 0;
  const lane = async (): Promise<void> => {
    for (const item of rest) {
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
  return { done, failed };
}
