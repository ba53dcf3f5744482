import type { Statistics, PlatformStatistics } from '#functions/ports/entities/statistics.ts';
import type { Services } from '#functions/ports/services.ts';
import { statisticsShards, insert, unchanged, update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { markKeptMs, totalRow } from './count-contributions.ts';
import { dayOf } from './day-of.ts';
import { differenceOf, isSameSum, sumOf, type PlatformSums } from './platform-sums.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'log'>;

/** Reads the rows of a day, one per shard that has counted anything. */
export async function readDay({ store }: Pick<Needs, 'store'>, day: string): Promise<readonly PlatformStatistics[]> {
  const shards = Array.from({ length: statisticsShards }, (_, shard) => shard);
  const rows = await store.getMany(
    'platformFigures',
    shards.map((shard) => ({ day, shard })),
  );
  return rows.filter((row) => row !== undefined);
}

/** The recount of a day. `usersRegistered` is undefined when new accounts could not be counted again. */
export type Recount = Statistics & { readonly usersRegistered: number | undefined };

/** Computes the right statistics of a day from its recount and the present sums. */
export function expectedOf(recount: Recount, counted: PlatformSums): PlatformSums {
  return { ...recount, usersRegistered: recount.usersRegistered ?? counted.usersRegistered };
}

/**
 * Brings a day that takes no more records to its sum, at the versions that were read. One shard takes the difference;
 * its total is mended after it. Returns 1 when the day was mended; 0 when it was right, or the stream counted at that
 * moment.
 */
export async function mendDay(needs: Needs, day: string, recount: Recount): Promise<0 | 1> {
  const { log } = needs;
  const rows = await readDay(needs, day);
  const counted = sumOf(rows);
  const expected = expectedOf(recount, counted);
  if (isSameSum(expected, counted)) return 0;
  log.error('figures drifted', { day, expected: JSON.stringify(expected), counted: JSON.stringify(counted) });
  const [first, ...others] = rows;
  const shard = first?.shard ?? 0;
  const difference = differenceOf(expected, counted);
  return tryCommit(needs, [
    replaced({ day, shard }, first, sumOf(first ? [first, difference] : [difference])),
    ...others.map((row) => unchanged('platformFigures', { day, shard: row.shard }, row)),
  ]);
}

/**
 * Brings a shard's total to the sum of its days. Both are in one write, so the days have to be as they were read.
 * Returns 1 when the total was mended, otherwise 0.
 */
export async function mendTotal(needs: Needs, shard: number): Promise<0 | 1> {
  const { store, clock, log } = needs;
  const rows = await store.listPlatformStatistics(shard);
  const total = rows.find(({ day }) => day === totalRow);
  const days = rows.filter(({ day }) => day !== totalRow);
  const [expected, counted] = [sumOf(days), sumOf(total ? [total] : [])];
  if (isSameSum(expected, counted)) return 0;
  log.error('figures drifted', { day: totalRow, shard, expected: JSON.stringify(expected) });
  // The marks of earlier days have expired, so no record can be counted there any more.
  const since = dayOf(clock.now() - markKeptMs);
  return tryCommit(needs, [
    replaced({ day: totalRow, shard }, total, expected),
    ...days.filter(({ day }) => day >= since).map((row) => unchanged('platformFigures', { day: row.day, shard }, row)),
  ]);
}

function replaced(
  key: Pick<PlatformStatistics, 'day' | 'shard'>,
  row: PlatformStatistics | undefined,
  sums: PlatformSums,
): Write {
  return row ? update('platformFigures', row, sums) : insert('platformFigures', { ...key, ...sums, version: 1 });
}

async function tryCommit({ store }: Needs, writes: readonly Write[]): Promise<0 | 1> {
  try {
    await store.commit(writes);
    return 1;
  } catch (thrown) {
    // The stream counted meanwhile, so the statistics read are outdated: the next run checks again.
    if (thrown instanceof WriteConflict) return 0;
    throw thrown;
  }
}
