import type { Id } from '#shared/ids.ts';
import type { PlatformStatistics } from '#functions/ports/entities/statistics.ts';
import type { Random } from '#functions/ports/random.ts';
import type { Clock } from '#functions/ports/clock.ts';
import { insert, update, type Store } from '#functions/ports/store.ts';
import { addStatistics, noStatistics } from '#functions/domain/statistics/add-statistics.ts';
import type { Contribution } from '#functions/domain/statistics/contribution.ts';
import { totalRow } from '#functions/domain/statistics/count-contributions.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { refreshLeaders } from '#functions/domain/statistics/refresh-leaders.ts';
import { withRetries } from '#functions/domain/with-retries.ts';

type Needs = { readonly store: Store; readonly clock: Clock; readonly random: Random };
type Sum = Omit<PlatformStatistics, 'day' | 'shard' | 'version'>;

/** Number of people considered for the list of top depositors. */
const leadersMax = 10;
/** Number of days in one commit. */
const daysPerCommit = 50;

/** Sums up what many accounts add to the platform's statistics, and adds it to them at the end. */
export class SeededStatistics {
  readonly #sums = new Map<string, Sum>();
  #leaders: readonly { readonly userId: Id<'user'>; readonly cents: number }[] = [];

  add({ atMs, statistics, usersRegistered, userId }: Contribution): void {
    for (const day of [dayOf(atMs), totalRow]) {
      const before = this.#sums.get(day) ?? { ...noStatistics, usersRegistered: 0 };
      this.#sums.set(day, {
        ...addStatistics(before, statistics),
        usersRegistered: before.usersRegistered + usersRegistered,
      });
    }
    const least = this.#leaders.at(-1)?.cents ?? 0;
    if (userId === undefined || (this.#leaders.length === leadersMax && statistics.fundedCents <= least)) return;
    this.#leaders = [...this.#leaders, { userId, cents: statistics.fundedCents }]
      .toSorted((a, b) => b.cents - a.cents)
      .slice(0, leadersMax);
  }

  /** The stream may count at the same time: each row is added to at the version that was read. */
  async write(needs: Needs): Promise<void> {
    const { store } = needs;
    const all = [...this.#sums];
    for (let from = 0; from < all.length; from += daysPerCommit) {
      const some = all.slice(from, from + daysPerCommit);
      await withRetries(needs, async () => {
        const rows = await store.getMany(
          'platformFigures',
          some.map(([day]) => ({ day, shard: 0 })),
        );
        await store.commit(some.map(([day, sum], index) => added(day, sum, rows[index])));
      });
    }
    await refreshLeaders(
      needs,
      this.#leaders.map(({ userId }) => userId),
    );
  }
}

function added(day: string, sum: Sum, row: PlatformStatistics | undefined) {
  if (row === undefined) return insert('platformFigures', { day, shard: 0, ...sum, version: 1 });
  return update('platformFigures', row, {
    ...addStatistics(row, sum),
    usersRegistered: row.usersRegistered + sum.usersRegistered,
  });
}
