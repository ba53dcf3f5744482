import type { PlatformStatistics } from '#functions/ports/entities/statistics.ts';
import type { Break } from '#functions/domain/reconciliation/break.ts';
import { brokenFields, brokenItem } from '#functions/domain/reconciliation/integrity/broken-items.ts';

/** Returns the break of a row of the statistics that cannot be computed with; undefined for a sound row. */
export function brokenStatistics(row: PlatformStatistics, atMs: number): Break | undefined {
  return brokenItem('platformFigures', `${row.day}#${row.shard}`, row, {}, { ownerId: undefined, atMs });
}

/** True for a row that can be computed with. */
export function isSoundRow(row: PlatformStatistics): boolean {
  return Object.keys(brokenFields('platformFigures', row)).length === 0;
}
