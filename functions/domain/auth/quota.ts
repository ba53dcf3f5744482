import { AppError } from '#shared/errors.ts';
import type { RateCounter } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, remove, StoreUnavailable, update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { waitInWords } from '#functions/domain/wait-in-words.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';

/**
 * Maximum number of requests in a window. The window begins with the first request; a sliding one always ends now. The
 * count is exact, because the store counts conditionally.
 */
export type Quota = {
  readonly counterId: string;
  readonly max: number;
  readonly windowMs: number;
  /** Keeps the time of each request, so only for small numbers. */
  readonly isSliding?: true;
};

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Returns the writes that take one of each quota. When a quota is used up, takes nothing of any and throws AppError
 * TooManyRequests with the time to wait.
 */
export async function quotaWrites(
  { store, clock }: Needs,
  quotas: readonly Quota[],
  message?: string,
): Promise<Write[]> {
  const counters = await Promise.all(quotas.map(({ counterId }) => store.get('rateCounter', { counterId })));
  return takenWrites(quotas, counters, clock.now(), message);
}

/** Does the same as `quotaWrites` with counters that were read already, in the order of the quotas. */
export function takenWrites(
  quotas: readonly Quota[],
  counters: readonly (RateCounter | undefined)[],
  nowMs: number,
  message?: string,
): Write[] {
  const waits = quotas.map((quota, index) => waitOf(quota, counters[index], nowMs));
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) throw tooManyRequests(waitMs, message);
  return quotas.map((quota, index) => {
    const { counterId, windowMs, isSliding } = quota;
    const seen = counters[index];
    const atMs = isSliding ? { atMs: [...timesIn(quota, seen, nowMs), nowMs] } : {};
    const expiresAtMs = nowMs + windowMs;
    if (seen === undefined) return insert('rateCounter', { counterId, count: 1, ...atMs, expiresAtMs, version: 1 });
    return update('rateCounter', seen, { count: seen.count + 1, ...atMs, ...(isSliding ? { expiresAtMs } : {}) });
  });
}

/** Takes one of each quota, before the work that they limit. Throws as `quotaWrites` does, in the words of `message`. */
export async function takeOne(needs: Needs, quotas: readonly Quota[], message?: string): Promise<void> {
  if (quotas.length === 0) return;
  await withRetries(needs, async () => commitForRetry(needs.store, await quotaWrites(needs, quotas, message)));
}

/** Throws as `quotaWrites` does when one of the quotas is used up, and takes nothing. */
export async function assertLeft(needs: Needs, quotas: readonly Quota[]): Promise<void> {
  await quotaWrites(needs, quotas);
}

/** Takes one of each quota after the work. Ignores a quota that is used up, and a counter that is crowded. */
export async function countRoughly(needs: Needs, quotas: readonly Quota[]): Promise<void> {
  try {
    await takeOne(needs, quotas);
  } catch (thrown) {
    if (!(thrown instanceof AppError || thrown instanceof WriteConflict)) throw thrown;
  }
}

/** Resets quotas of a person who has proved their identity. What the proof opened stands, also when the store is away. */
export async function refill({ store }: Needs, quotas: readonly Quota[]): Promise<void> {
  for (const { counterId } of quotas) {
    try {
      await store.commit([remove('rateCounter', { counterId })]);
    } catch (thrown) {
      // There was nothing to reset, or another request counted just then: the counter expires by itself.
      if (!(thrown instanceof WriteConflict || thrown instanceof StoreUnavailable)) throw thrown;
    }
  }
}

/** Makes the error for requests that come too often. `waitMs` is rounded up to seconds. */
export function tooManyRequests(
  waitMs: number,
  message = `Too many requests. Try again in ${waitInWords(waitMs)}.`,
): AppError {
  return new AppError('TooManyRequests', message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

function waitOf(quota: Quota, counter: RateCounter | undefined, nowMs: number): number {
  const { max, windowMs, isSliding } = quota;
  if (isSliding) {
    const freesUpAtMs = timesIn(quota, counter, nowMs).at(-max);
    return freesUpAtMs === undefined ? 0 : freesUpAtMs + windowMs - nowMs;
  }
  return counter === undefined || counter.count < max ? 0 : counter.expiresAtMs - nowMs;
}

/** Times of the requests that lie in the window now, oldest first. */
function timesIn({ windowMs }: Quota, counter: RateCounter | undefined, nowMs: number): readonly number[] {
  return (counter?.atMs ?? []).filter((atMs) => atMs > nowMs - windowMs);
}
