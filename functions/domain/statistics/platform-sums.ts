import type { Statistics, PlatformStatistics } from '#functions/ports/entities/statistics.ts';
import { addStatistics, noStatistics } from './add-statistics.ts';

/** The counts of a day, or of all days. */
export type PlatformSums = Statistics & Pick<PlatformStatistics, 'usersRegistered'>;

/** Returns the sum of rows: of shards, or of days. */
export function sumOf(rows: readonly PlatformSums[]): PlatformSums {
  return {
    ...addStatistics(noStatistics, ...rows),
    usersRegistered: rows.reduce((total, row) => total + row.usersRegistered, 0),
  };
}

/** Returns what is missing in `counted`; negative for a surplus. */
export function differenceOf(expected: PlatformSums, counted: PlatformSums): PlatformSums {
  const names = Object.keys(sumOf([])) as (keyof PlatformSums)[];
  return Object.fromEntries(names.map((name) => [name, expected[name] - counted[name]])) as PlatformSums;
}

/** True when the two sums are the same. */
export function isSameSum(expected: PlatformSums, counted: PlatformSums): boolean {
  return Object.values(differenceOf(expected, counted)).every((difference) => difference === 0);
}
