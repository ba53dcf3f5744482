/** A million items in the order in which they are due: a heap whose outdated entries are skipped when they come up. */
export class DueList {
  readonly #heap: { readonly atMs: number; readonly item: number }[] = [];
  readonly #dueAtMs: Float64Array;

  constructor(items: number) {
    this.#dueAtMs = new Float64Array(items).fill(Infinity);
  }

  dueAtMs(item: number): number {
    return this.#dueAtMs[item] ?? Infinity;
  }

  /** Sets when an item is due; Infinity: never. */
  set(item: number, atMs: number): void {
    this.#dueAtMs[item] = atMs;
    if (atMs === Infinity) return;
    const heap = this.#heap;
    heap.push({ atMs, item });
    let at = heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent]?.atMs ?? 0) <= atMs) break;
      swap(heap, at, parent);
      at = parent;
    }
  }

  /** Removes and returns the item that is due longest, by `untilMs`; undefined when none is due. */
  take(untilMs: number): number | undefined {
    for (;;) {
      const [first] = this.#heap;
      if (first === undefined || first.atMs > untilMs) return undefined;
      this.#removeFirst();
      // Skips an entry from before its item was set again.
      if (this.#dueAtMs[first.item] === first.atMs) return first.item;
    }
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if ((heap[left]?.atMs ?? Infinity) < (heap[least]?.atMs ?? 0)) least = left;
      if ((heap[right]?.atMs ?? Infinity) < (heap[least]?.atMs ?? 0)) least = right;
      if (least === at) return;
      swap(heap, at, least);
      at = least;
    }
  }
}

function swap<T>(list: T[], a: number, b: number): void {
  const [one, other] = [list[a], list[b]];
  if (one === undefined || other === undefined) return;
  list[a] = other;
  list[b] = one;
}
