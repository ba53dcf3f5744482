import { WriteConflict, type Store, type Write } from '#functions/ports/store.ts';

/**
 * Commits for a caller that reads everything again before each try. A key that was taken meanwhile counts as a race, so
 * `withRetries` tries again. Throws as `commit` does.
 */
export async function commitAnew(store: Store, writes: readonly Write[]): Promise<void> {
  try {
    await store.commit(writes);
  } catch (thrown) {
    if (!(thrown instanceof WriteConflict)) throw thrown;
    throw new WriteConflict(thrown.conflicts.map(({ kind }) => ({ kind, reason: 'contended' })));
  }
}
