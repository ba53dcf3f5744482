import type { Services } from '#functions/ports/services.ts';
import { WriteConflict, type Store, type Write } from '#functions/ports/store.ts';

/** Maximum number of tries of a step that meets version conflicts. */
const attemptsMax = 12;

/**
 * Runs a read–decide–write step and retries it on a version conflict. A conflict that is only over taken keys
 * (`exists`) is a decision, not a race: the caller gets it, and so it does when another request has used the same
 * claim. Throws WriteConflict when the races do not end.
 */
export async function withRetries<T>(needs: Pick<Services, 'clock' | 'random'>, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      const isRace =
        thrown instanceof WriteConflict &&
        !thrown.exists('claim') &&
        thrown.conflicts.some((conflict) => conflict.reason !== 'exists');
      if (!isRace || attempt === attemptsMax) throw thrown;
      // Full jitter, so that the losers of one race do not retry at the same time.
      await needs.clock.sleep(needs.random.below(Math.min(1_000, 15 * 2 ** attempt)));
    }
  }
}

/**
 * Commits for a step that `withRetries` runs: a key that was taken meanwhile counts as a race too, so the step reads
 * everything again. Throws as `commit` does.
 */
export async function commitForRetry(store: Store, writes: readonly Write[]): Promise<void> {
  try {
    await store.commit(writes);
  } catch (thrown) {
    if (!(thrown instanceof WriteConflict)) throw thrown;
    throw new WriteConflict(thrown.conflicts.map(({ kind }) => ({ kind, reason: 'contended' })));
  }
}
