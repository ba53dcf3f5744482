import type { Id } from '#shared/ids.ts';
import type { PlatformStatistics, UserStatistics } from '#functions/ports/entities/statistics.ts';
import type { Services } from '#functions/ports/services.ts';
import { statisticsShards, insert, update, type Write } from '#functions/ports/store.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { addStatistics, noStatistics } from './add-statistics.ts';
import type { Contribution } from './contribution.ts';
import { dayOf } from './day-of.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** Name of the row that holds the sum of all days. */
export const totalRow = 'total';

/**
 * Retention of a mark, in milliseconds. It outlives the records in the stream and every run of the repair job that
 * reads it.
 */
export const markKeptMs = 30 * dayMs;

/** Maximum number of writes in one commit. */
const writesMax = 100;

/**
 * Adds contributions to the statistics, each once, however often it comes: its mark is written in the transaction of
 * the sums. Order does not matter. Returns the number of new ones. Throws as `commit` does; contributions of earlier
 * commits stay counted.
 */
export async function countContributions(needs: Needs, contributions: readonly Contribution[]): Promise<number> {
  const distinct = [...new Map(contributions.map((each) => [each.recordId, each])).values()];
  let counted = 0;
  for (const together of fitting(distinct)) counted += await countTogether(needs, together);
  return counted;
}

/** Cuts contributions into parts that fit into a commit: a mark each, a row for every day and person, and the total. */
function fitting(contributions: readonly Contribution[]): readonly (readonly Contribution[])[] {
  const parts: Contribution[][] = [];
  let rows = new Set<string>();
  let part: Contribution[] = [];
  for (const each of contributions) {
    const touched = [dayOf(each.atMs), each.userId ?? totalRow];
    const after = new Set([...rows, ...touched, totalRow]);
    if (part.length + 1 + after.size > writesMax) {
      part = [];
      rows = new Set([...touched, totalRow]);
    } else {
      rows = after;
    }
    if (part.length === 0) parts.push(part);
    part.push(each);
  }
  return parts;
}

async function countTogether(needs: Needs, contributions: readonly Contribution[]): Promise<number> {
  const { store, clock, random } = needs;
  return withRetries(needs, async () => {
    const marks = await store.getMany(
      'countedRecord',
      contributions.map(({ recordId }) => ({ recordId })),
    );
    const fresh = contributions.filter((_, index) => marks[index] === undefined);
    if (fresh.length === 0) return 0;
    const nowMs = clock.now();
    // Any shard will do. After a lost race over one, another is probably free.
    const shard = random.below(statisticsShards);
    const days = [...new Set(fresh.filter(countsForAll).map(({ atMs }) => dayOf(atMs))), totalRow];
    const userIds = [...new Set(fresh.flatMap(({ userId }) => (userId === undefined ? [] : [userId])))];
    const [rows, people] = await Promise.all([
      store.getMany(
        'platformFigures',
        days.map((day) => ({ day, shard })),
      ),
      store.getMany(
        'userFigures',
        userIds.map((userId) => ({ userId })),
      ),
    ]);
    const marked = fresh.map(({ recordId }) => insert('countedRecord', { recordId, expiresAtMs: nowMs + markKeptMs }));
    const ofDays = days.flatMap((day, index) => {
      const own = day === totalRow ? fresh : fresh.filter(({ atMs }) => dayOf(atMs) === day);
      return addToPlatform({ day, shard }, rows[index], own);
    });
    const ofPeople = userIds.map((userId, index) => {
      const own = fresh.filter((each) => each.userId === userId);
      return addToUser(userId, people[index], own, nowMs);
    });
    await commitForRetry(store, [...marked, ...ofDays, ...ofPeople]);
    return fresh.length;
  });
}

/** True for contributions to the platform's rows. A referral counts for its referrer only. */
function countsForAll({ referrals }: Contribution): boolean {
  return referrals === 0;
}

function addToPlatform(
  key: Pick<PlatformStatistics, 'day' | 'shard'>,
  row: PlatformStatistics | undefined,
  added: readonly Contribution[],
): readonly Write[] {
  const counted = added.filter(countsForAll);
  if (counted.length === 0) return [];
  const statistics = addStatistics(row ?? noStatistics, ...counted.map((each) => each.statistics));
  const usersRegistered = counted.reduce((total, each) => total + each.usersRegistered, row?.usersRegistered ?? 0);
  return [
    row
      ? update('platformFigures', row, { ...statistics, usersRegistered })
      : insert('platformFigures', { ...key, ...statistics, usersRegistered, version: 1 }),
  ];
}

function addToUser(
  userId: Id<'user'>,
  row: UserStatistics | undefined,
  added: readonly Contribution[],
  nowMs: number,
): Write {
  const statistics = addStatistics(row ?? noStatistics, ...added.map((each) => each.statistics));
  const referrals = added.reduce((total, each) => total + each.referrals, row?.referrals ?? 0);
  return row
    ? update('userFigures', row, { ...statistics, referrals, updatedAtMs: nowMs })
    : insert('userFigures', { userId, ...statistics, referrals, updatedAtMs: nowMs, version: 1 });
}
