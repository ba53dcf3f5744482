import { switchNames, type SwitchName } from '#shared/contract/switches.ts';
import type { Settings, SteeringValues } from '#functions/ports/entities/settings.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Store } from '#functions/ports/store.ts';
import { lastingStore } from '#functions/domain/recall-writes.ts';

/** Time to live of the settings in a process, in milliseconds. */
export const steeringKeptMs = 30_000;

/** Reference to the settings. */
export const settingsRef = { kind: 'settings', key: { scope: 'platform' } } as const;

/** The settings before anybody changed them: everything is on. */
export const firstSteering: SteeringValues = {
  switches: Object.fromEntries(switchNames.map((name) => [name, true])) as Record<SwitchName, boolean>,
  coinsOff: [],
  announcement: undefined,
};

/** The settings as rules read them. Before the first change they have no time and no history. */
export type Steering = SteeringValues & Partial<Pick<Settings, 'changedAtMs' | 'history'>>;

type Kept = { readonly values: Steering; readonly askedAtMs: number };
type Cache = { kept?: Kept; asking?: { readonly answer: Promise<Kept>; readonly sinceMs: number } | undefined };

/** One cache per store, so that a process with several stores mixes none up. */
const caches = new WeakMap<Store, Cache>();

/**
 * Reads the settings, from memory while they are at most 30 s old, so that most requests of a warm function need no
 * round trip. While the table does not answer, the last values hold; only a process without any throws.
 */
export async function readSteering({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<Steering> {
  const lasting = lastingStore(store);
  const cache = caches.get(lasting) ?? {};
  caches.set(lasting, cache);
  const { kept } = cache;
  const nowMs = clock.now();
  if (kept && nowMs >= kept.askedAtMs && nowMs - kept.askedAtMs < steeringKeptMs) return kept.values;
  // Requests at the same time share one read. One that a refused request left behind may be minutes old: Lambda freezes a
  // process with its last reply.
  if (cache.asking === undefined || nowMs - cache.asking.sinceMs >= steeringKeptMs)
    cache.asking = { answer: ask(store, nowMs), sinceMs: nowMs };
  const { asking } = cache;
  try {
    cache.kept = await asking.answer;
    return cache.kept.values;
  } catch (thrown) {
    if (kept === undefined) throw thrown;
    return kept.values;
  } finally {
    if (cache.asking === asking) cache.asking = undefined;
  }
}

async function ask(store: Store, askedAtMs: number): Promise<Kept> {
  return { values: (await store.get(settingsRef.kind, settingsRef.key)) ?? firstSteering, askedAtMs };
}
