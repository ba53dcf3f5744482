import type { Id } from '#shared/ids.ts';
import type { Leaders, UserStatistics } from '#functions/ports/entities/statistics.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, unchanged, update } from '#functions/ports/store.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Number of people kept, twice as many as are shown: then the next one is known when a leader's deposit is refunded.
 */
export const keptLeaders = 10;

/**
 * Brings the list of top depositors up to date after the statistics of some people may have changed. All candidates are
 * read afresh: the people on the list, the changed ones, and those that the index names. The index may lag, but people
 * whom it misses were read when they changed. The list is only replaced at the version that was read, and only while
 * the statistics of those whose place changes are as they were read. The list's version alone is not enough, because a
 * run without a change does not raise it.
 */
export async function refreshLeaders(needs: Needs, changed: readonly Id<'user'>[]): Promise<void> {
  const { store } = needs;
  await withRetries(needs, async () => {
    const [leaders, statistics] = await Promise.all([
      store.get('leaders', { board: 'funded' }),
      store.getMany(
        'userFigures',
        changed.map((userId) => ({ userId })),
      ),
    ]);
    const known = leaders?.entries ?? [];
    const least = known.length < keptLeaders ? 1 : (known.at(-1)?.fundedCents ?? 1);
    const matters = changed.filter(
      (userId, index) =>
        known.some((entry) => entry.userId === userId) || (statistics[index]?.fundedCents ?? 0) >= least,
    );
    if (matters.length === 0) return;
    const read = await readCandidates(needs, [...known.map(({ userId }) => userId), ...matters]);
    const entries = ranked(read);
    const moved = movedBetween(known, entries);
    if (moved.size === 0) return;
    await commitForRetry(store, [
      ...read.filter(({ userId }) => moved.has(userId)).map((each) => unchanged('userFigures', each, each)),
      leaders ? update('leaders', leaders, { entries }) : insert('leaders', { board: 'funded', entries, version: 1 }),
    ]);
  });
}

async function readCandidates({ store }: Needs, candidates: readonly Id<'user'>[]): Promise<readonly UserStatistics[]> {
  const named = await store.listMostFunded(keptLeaders);
  const userIds = [...new Set([...candidates, ...named.map(({ userId }) => userId)])];
  const statistics = await store.getMany(
    'userFigures',
    userIds.map((userId) => ({ userId })),
  );
  return statistics.filter((each) => each !== undefined);
}

/** Returns the list that the given statistics make: the top depositors, the highest sum first. */
export function ranked(statistics: readonly (UserStatistics | undefined)[]): Leaders['entries'] {
  return statistics
    .flatMap((each) => (each && each.fundedCents > 0 ? [{ userId: each.userId, fundedCents: each.fundedCents }] : []))
    .toSorted((a, b) => b.fundedCents - a.fundedCents || (a.userId > b.userId ? -1 : 1))
    .slice(0, keptLeaders);
}

/** Returns the people who join the list, leave it or have another sum on it. */
function movedBetween(before: Leaders['entries'], after: Leaders['entries']): ReadonlySet<Id<'user'>> {
  const sums = [before, after].map((entries) => new Map(entries.map((entry) => [entry.userId, entry.fundedCents])));
  const all = [...before, ...after].map(({ userId }) => userId);
  return new Set(all.filter((userId) => sums[0]?.get(userId) !== sums[1]?.get(userId)));
}
