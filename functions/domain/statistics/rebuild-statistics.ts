import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { statisticsShards, insert, journalShards, WriteConflict } from '#functions/ports/store.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { addStatistics, noStatistics } from './add-statistics.ts';
import { contributionOfRecord, type Contribution } from './contribution.ts';
import { countContributions, markKeptMs } from './count-contributions.ts';
import { dayOf } from './day-of.ts';
import { expectedOf, mendDay, mendTotal, readDay, type Recount } from './mend-statistics.ts';
import { isSameSum, sumOf } from './platform-sums.ts';
import { rebuildUserStatistics } from './rebuild-user-statistics.ts';
import { refreshLeaders } from './refresh-leaders.ts';
import { streamForgetsMs } from './stream-forgets.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

const pageSize = 500;

/** Number of days that are counted again, today included. The stream has forgotten the oldest of them. */
const daysRecounted = 4;

/**
 * Maximum number of people at once, and the time after which a scheduled run begins no further person, in milliseconds:
 * the function has 15 minutes.
 */
export const rebuildLimits = { atOnce: 32, beginsForMs: 12 * 60_000 } as const;

/** Delay after its end before a day counts as closed, in milliseconds: the journal's index is complete by then. */
const closedAfterMs = hourMs;

/**
 * The counts of a run. `missed` records were never counted before; `mended` days, totals and people had wrong
 * statistics.
 */
export type RebuildReport = {
  readonly days: number;
  readonly records: number;
  readonly missed: number;
  readonly mended: number;
  readonly people: number;
};

/**
 * Counts the last days again, while the stream goes on counting. Each step is safe at any time:
 *
 * 1. A day that is over takes no more records, so its statistics have to be the sum of them. If they are not, missed
 *    records are counted as the stream would have done: under the same mark, so that only one of the two does.
 * 2. If they are still wrong, they are replaced at the versions that were read.
 * 3. The statistics of everybody in these records are checked and replaced in the same way, and so are the totals of
 *    all days.
 *
 * Scheduled runs do this once a day. A run by hand always does it, includes today, and goes back as far as it is asked
 * to. It never scans: days, people and entries are read by their keys.
 */
export async function rebuildStatistics(
  needs: Needs,
  wish: { readonly aheadMs: number; readonly days: number | undefined },
): Promise<RebuildReport> {
  const { store, clock } = needs;
  const nowMs = clock.now();
  const done = { recordId: `rebuilt:${dayOf(nowMs)}` };
  const report = { days: 0, records: 0, missed: 0, mended: 0, people: 0 };
  const isByHand = wish.aheadMs > 0 || wish.days !== undefined;
  if (!isByHand && (await store.get('countedRecord', done)) !== undefined) return report;

  const touched = new Set<Id<'user'>>();
  for (let back = 0; back < (wish.days ?? daysRecounted); back += 1) {
    const day = dayOf(nowMs - back * dayMs);
    const isClosed = Date.parse(day) + dayMs + closedAfterMs <= nowMs;
    if (!isClosed && !isByHand) continue;
    const { records, recounted } = await recount(needs, day, touched);
    const counted = sumOf(await readDay(needs, day));
    if (!isSameSum(expectedOf(recounted, counted), counted)) {
      if (isInStream(day, nowMs)) report.missed += await countMissed(needs, day);
      if (isClosed) report.mended += await mendDay(needs, day, recounted);
    }
    report.records += records;
    report.days += 1;
  }
  for (let shard = 0; shard < statisticsShards; shard += 1) report.mended += await mendTotal(needs, shard);
  const people = await inParallel(
    [...touched],
    rebuildLimits.atOnce,
    async (userId) => {
      if (await rebuildUserStatistics(needs, userId, { isWhole: isByHand })) report.mended += 1;
    },
    (userId, thrown) => {
      needs.log.error('figures could not be counted again', { userId, detail: String(thrown) });
    },
    () => !isByHand && clock.now() - nowMs > rebuildLimits.beginsForMs,
  );
  if (people.left > 0)
    needs.log.warn('people left to the nightly reconciliation', { left: people.left, people: touched.size });
  report.people = people.done;
  const leading = await store.listMostFunded(pageSize / 10);
  await refreshLeaders(
    needs,
    leading.map(({ userId }) => userId),
  );
  if (!isByHand) await markDone(needs, done.recordId);
  return report;
}

/** True while the stream may still bring records of a day. */
function isInStream(day: string, nowMs: number): boolean {
  return Date.parse(day) + dayMs > nowMs - streamForgetsMs;
}

/**
 * Computes what a day's statistics should be. New accounts have no journal record, so they are only counted again once the
 * stream has forgotten them.
 */
async function recount(
  needs: Needs,
  day: string,
  touched: Set<Id<'user'>>,
): Promise<{ readonly recounted: Recount; readonly records: number }> {
  const { store, clock } = needs;
  const usersRegistered = isInStream(day, clock.now()) ? undefined : await store.countUsersRegistered(day);
  let statistics = noStatistics;
  let records = 0;
  for await (const contributions of contributionsOf(needs, day)) {
    records += contributions.length;
    for (const { userId } of contributions) if (userId !== undefined) touched.add(userId);
    statistics = addStatistics(statistics, ...contributions.map((each) => each.statistics));
  }
  return { recounted: { ...statistics, usersRegistered }, records };
}

async function countMissed(needs: Needs, day: string): Promise<number> {
  const { clock, log } = needs;
  let missed = 0;
  let lost = 0;
  for await (const contributions of contributionsOf(needs, day)) {
    const isLate = ({ atMs }: Contribution): boolean => atMs < clock.now() - hourMs;
    lost += await countContributions(needs, contributions.filter(isLate));
    // The newest records were still on their way through the stream: this run was merely faster.
    missed += await countContributions(
      needs,
      contributions.filter((each) => !isLate(each)),
    );
  }
  if (lost > 0) log.error('the stream missed records', { day, lost });
  return missed + lost;
}

async function* contributionsOf({ store }: Needs, day: string): AsyncGenerator<readonly Contribution[]> {
  for (let shard = 0; shard < journalShards; shard += 1) {
    let cursor: string | undefined;
    do {
      const page = await store.listJournal(day, shard, { limit: pageSize, cursor });
      yield page.items.map(contributionOfRecord).filter((each) => each !== undefined);
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
}

async function markDone({ store, clock }: Needs, recordId: string): Promise<void> {
  try {
    await store.commit([insert('countedRecord', { recordId, expiresAtMs: clock.now() + markKeptMs })]);
  } catch (thrown) {
    // Another run has marked it at the same moment.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
