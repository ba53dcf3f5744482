import type { DuePart } from '#functions/ports/store.ts';
import type { Services } from '#functions/ports/services.ts';
import { inParallel } from './in-parallel.ts';

/** A poller: functions and limits for working off due items. */
export type Poller<T> = {
  /** Lists what is due, of each shard or of one, at most `limit` of each. */
  readonly list: (limit: number, part: DuePart) => Promise<readonly T[]>;
  readonly keyOf: (item: T) => string;
  /** Returns when the item last changed: the younger the change, the more urgent the item. */
  readonly changedAtMs: (item: T) => number;
  /** Asks the provider about one item. The provider did not answer when this returns false or throws ProviderSilent. */
  readonly work: (item: T) => Promise<boolean>;
  readonly onFailure: (item: T, thrown: unknown) => void;
  readonly isSilence: (thrown: unknown) => boolean;
  readonly limits: PollerLimits;
};

/** The limits of one run. */
export type PollerLimits = {
  /**
   * Maximum number of items in work at once, and so of calls to the provider. After the same number of silences in a
   * row the run ends: the rest stays due.
   */
  readonly atOnce: number;
  /**
   * Time after which a run begins no further item, in milliseconds, so that begun items end before the function's
   * timeout.
   */
  readonly beginsForMs: number;
  /** Maximum number of items that one read of a shard returns. */
  readonly window: number;
};

/** The counts of a run. `left` items were seen and not begun: a later run finds them. */
export type PollReport = { readonly done: number; readonly failed: number; readonly left: number };

/**
 * Works off due items, the most urgent first, several at once, until nothing is left, the time is over or the provider
 * is silent. While more is due than one read returns, both ends of the list are read: new items do not wait behind an
 * outage, and the oldest are not forgotten. Nothing is remembered from run to run: items that a run leaves stay due.
 */
export async function pollDue<T>(
  { clock }: Pick<Services, 'clock'>,
  poller: Poller<T>,
  { shard }: { readonly shard?: number | undefined } = {},
): Promise<PollReport> {
  const { limits, keyOf, changedAtMs } = poller;
  const endsAtMs = clock.now() + limits.beginsForMs;
  const seen = new Set<string>();
  let silences = 0;
  const isOver = (): boolean => clock.now() >= endsAtMs || silences >= limits.atOnce;
  const total = { done: 0, failed: 0, left: 0 };
  while (!isOver()) {
    const due = await readDue(poller, shard);
    // The index may lag behind this run's work, and an item that failed is not tried twice.
    const fresh = due.filter((item) => !seen.has(keyOf(item)));
    if (fresh.length === 0) break;
    for (const item of fresh) seen.add(keyOf(item));
    const { done, failed, left } = await inParallel(
      fresh.toSorted((a, b) => changedAtMs(b) - changedAtMs(a)),
      limits.atOnce,
      async (item) => {
        try {
          silences = (await poller.work(item)) ? 0 : silences + 1;
        } catch (thrown) {
          silences = poller.isSilence(thrown) ? silences + 1 : 0;
          throw thrown;
        }
      },
      poller.onFailure,
      isOver,
    );
    total.done += done;
    total.failed += failed;
    total.left = left;
    if (due.length < fullFrom(limits)) break;
  }
  return total;
}

/**
 * Returns the number of items from which on a window counts as full: a reply of the table ends at a megabyte, whatever
 * the limit.
 */
function fullFrom({ window }: PollerLimits): number {
  return window / 2;
}

/** Reads the oldest due items and, when their window is full, also the newest, each item once. */
async function readDue<T>({ list, keyOf, limits }: Poller<T>, shard: number | undefined): Promise<readonly T[]> {
  const oldest = await list(limits.window, { shard });
  if (oldest.length < fullFrom(limits)) return oldest;
  const newest = await list(limits.window, { shard, isNewestFirst: true });
  return [...new Map([...newest, ...oldest].map((item) => [keyOf(item), item])).values()];
}
