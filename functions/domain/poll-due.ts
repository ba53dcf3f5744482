import type { DuePart } from '#functions/ports/store.ts';
import type { Services } from '#functions/ports/services.ts';
import { inParallel } from './in-parallel.ts';

/** The way in which a poller works off what is due. */
export type Poller<T> = {
  /** Lists what is due, of each shard or of one, at most `limit` of each. */
  readonly list: (limit: number, part: DuePart) => Promise<readonly T[]>;
  readonly keyOf: (item: T) => string;
  /** When the item last changed: the younger, the more urgent. */
  readonly changedAtMs: (item: T) => number;
  /** Asks the provider about one item. False, or ProviderSilent: it did not answer. */
  readonly work: (item: T) => Promise<boolean>;
  readonly onFailure: (item: T, thrown: unknown) => void;
  readonly isSilence: (thrown: unknown) => boolean;
  readonly limits: PollerLimits;
};

/** The limits of one run. */
export type PollerLimits = {
  /**
   * Maximum number of items that are worked on, and so of calls of the provider, at once. After as many silences in a row
   * the run ends: the rest stays due.
   */
  readonly atOnce: number;
  /** Time after which a run begins nothing more, in milliseconds: what it has begun ends before its function does. */
  readonly beginsForMs: number;
  /** Maximum number of items that one look at a shard finds. */
  readonly window: number;
};

/** The counts of a run. `left` were seen and not begun: a later run finds them. */
export type PollReport = { readonly done: number; readonly failed: number; readonly left: number };

/**
 * Works off what is due, the most urgent first, several at once, until nothing is left, its time is over or the provider
 * is silent. While more is due than one look finds it looks at both ends: what has just become due does not wait behind
 * an outage, and what waits longest is not forgotten. Nothing here is remembered from run to run: whatever a run leaves is
 * still due.
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
    // The index may lag behind what this run has done, and one that failed is not tried twice.
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

/** Number of items from which on a window counts as full: an answer of the table ends at a megabyte, whatever was asked for. */
function fullFrom({ window }: PollerLimits): number {
  return window / 2;
}

/** Both ends of what is due where one end alone is a full window, each item once. */
async function readDue<T>({ list, keyOf, limits }: Poller<T>, shard: number | undefined): Promise<readonly T[]> {
  const oldest = await list(limits.window, { shard });
  if (oldest.length < fullFrom(limits)) return oldest;
  const newest = await list(limits.window, { shard, isNewestFirst: true });
  return [...new Map([...newest, ...oldest].map((item) => [keyOf(item), item])).values()];
}
